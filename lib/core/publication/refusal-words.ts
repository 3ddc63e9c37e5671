/** How a refusal is told to whom it concerns. What the code means is in the catalogue itself. */
export interface RefusalText {
  /** The end of the headline `Not approved: …`, without a full stop. */
  readonly short: string;
  /** What its reader can do now, as whole sentences. */
  readonly next: string;
}

export const newRun = 'Start the workflow again: it makes a new proposal.';

export const bundleAuthor = 'Correct the bundle, or ask its author, and start the workflow again.';
