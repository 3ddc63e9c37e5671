/** The commands that a comment can give. */
export const verbs = ['approve', 'reject', 'resume', 'cancel', 'status'] as const;

export type Verb = (typeof verbs)[number];
