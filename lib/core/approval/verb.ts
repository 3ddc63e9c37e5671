/** The commands that a comment can give. */
export const verbs = ['approve', 'reject', 'resume', 'cancel', 'status'] as const;

/** What a command asks for. */
export type Verb = (typeof verbs)[number];

/** The commands that name a proposal by its hash. */
export const hashVerbs: readonly Exclude<Verb, 'status'>[] = ['approve', 'reject', 'resume', 'cancel'];
