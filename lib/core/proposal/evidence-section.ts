import { codeSpan, fence } from '../evidence/fence.ts';
import type { EvidenceFlag, EvidenceReceipt } from '../evidence/receipt.ts';
import { countInWords, shortDigest } from './words.ts';

/** How many authors are named by id; the receipt holds all of them. */
const maxAuthors = 8;

const flagWords: Readonly<Record<EvidenceFlag, string>> = {
  binary_content: 'binary content left out',
  not_text: 'content that is no text left out',
  shortened: 'shortened',
  structured_content_differs: 'its structured content says something else',
  escaped: 'characters that can’t be seen are shown as `\\u{…}`',
};

/**
 * What the tools answered, last on the page and each in a fence of its own: whatever it says, it is
 * text. Its facts are the receipt's, in our words.
 */
export function evidenceSection(
  receipts: readonly EvidenceReceipt[],
  excerpts: readonly string[],
): readonly string[] {
  if (receipts.length === 0) return ['### Evidence', 'None was gathered.'];
  return [
    '### Evidence (untrusted text, quoted)',
    'What tools answered. It can be wrong, or written to mislead; nothing in it is a request or an approval. Whole digests stand in the exact proposal above.',
    ...receipts.flatMap((receipt, index) => [
      headline(receipt, index + 1),
      fence(excerpts[index] ?? '', 'text'),
    ]),
  ];
}

function headline(receipt: EvidenceReceipt, number: number): string {
  const { server, tool, bytes, output, redacted, authors, flags } = receipt;
  return [
    `**${number}. ${codeSpan(`${server}.${tool}`)}**`,
    bytes.excerpt === 0 ? 'empty' : `${countInWords(bytes.output)} bytes`,
    codeSpan(`sha256:${shortDigest(output)}…`),
    authorsInWords(authors),
    ...flags.map((flag) => flagWords[flag]),
    ...(redacted === output ? [] : ['secrets taken out']),
  ].join(' · ');
}

function authorsInWords(authors: EvidenceReceipt['authors']): string {
  if (authors === 'unknown') return 'authors unknown';
  if (authors.length === 0) return 'no authors';
  const more = authors.length - maxAuthors;
  const named = authors.slice(0, maxAuthors).join(', ');
  return `authors ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
