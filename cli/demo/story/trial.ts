/** One thing that was tried, and the code that it was refused with. */
export interface Attempt {
  readonly case: string;
  readonly code: string;
  /** Whether it was refused with the code that it should be, and nothing else changed. */
  readonly asExpected: boolean;
}

/** Something that must not work. */
export interface Trial {
  readonly case: string;
  /** In words, for the reader: at most 64 characters. */
  readonly what: string;
  readonly expected: string;
  /** Tries it, and answers with the code that was observed. */
  readonly attempt: () => Promise<string>;
}
