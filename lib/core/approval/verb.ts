/** The commands that name a proposal by its hash. */
export const hashVerbs = ['approve', 'reject', 'resume', 'cancel'] as const;

/** The commands that only ask: a word alone, answered with one comment. */
export const questions = ['status', 'who', 'why', 'help'] as const;

/** A command that asks. */
export type Question = (typeof questions)[number];

/** What a command asks for. */
export type Verb = (typeof hashVerbs)[number] | Question;

/** The commands that a comment can give. */
export const verbs: readonly Verb[] = [...hashVerbs, ...questions];

/** Whether a verb is one that only asks. */
export function isQuestion(verb: Verb): verb is Question {
  return questions.some((question) => question === verb);
}
