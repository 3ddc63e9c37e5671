import type { Digest } from '../json/digest.ts';

/** What is odd about an observation, shown beside it. */
export type EvidenceFlag =
  | 'binary_content'
  | 'not_text'
  | 'shortened'
  | 'structured_content_differs'
  | 'escaped'
  /** Nothing of it is shown or kept, because whoever reads the page may be anybody. */
  | 'withheld';

/**
 * The proof of where one observation comes from. It is inside the hash; the excerpt it names is in the
 * record. Bytes are UTF-8. The raw output is `JSON.stringify` of the tool's `{content, structuredContent}`
 * as it was received, before anything was cut or redacted.
 */
export interface EvidenceReceipt {
  /** The bundle's step that asked. */
  readonly step: string;
  readonly server: string;
  readonly tool: string;
  /** Digest over the tool's name, description, schemas and annotations as the server gave them. */
  readonly descriptor: Digest;
  readonly arguments: Digest;
  readonly output: Digest;
  /** Digest of the output after secrets were taken out; equal to `output` where nothing was. */
  readonly redacted: Digest;
  readonly excerpt: Digest;
  readonly bytes: { readonly output: number; readonly excerpt: number };
  /** Numeric ids of the people who wrote what the tool read, or `unknown`. */
  readonly authors: 'unknown' | readonly string[];
  readonly flags: readonly EvidenceFlag[];
  /** Digest of the artifact that holds the whole output, or null when none was kept. */
  readonly artifact: Digest | null;
}
