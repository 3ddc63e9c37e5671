import { codeSpan, fence } from '../evidence/fence.ts';
import type { EvidenceFlag, EvidenceReceipt } from '../evidence/receipt.ts';
import { isWithheld } from '../evidence/withheld.ts';
import type { Digest } from '../json/digest.ts';
import { countInWords, shortDigest } from './words.ts';

/** Where whole answers are kept, if they are: the artifact's name, and the page of its Actions run. */
interface KeptEvidence {
  readonly name: string;
  readonly url: string;
}

/** How many authors are named by id; the receipt holds all of them. */
const maxAuthors = 8;

const flagWords: Readonly<Record<EvidenceFlag, string>> = {
  binary_content: 'binary content left out',
  not_text: 'content that is no text left out',
  shortened: 'shortened',
  structured_content_differs: 'its structured content says something else',
  escaped: 'characters that can’t be seen are shown as `\\u{…}`',
  withheld: 'not shown',
};

/**
 * What the tools answered, last on the page and each in a fence of its own: whatever it says, it is
 * text. Its facts are the receipt's, in our words. Where it is withheld, the page says why and who can change that.
 */
export function evidenceSection(
  receipts: readonly EvidenceReceipt[],
  excerpts: readonly string[],
  kept: KeptEvidence,
): readonly string[] {
  const [first] = receipts;
  if (first === undefined) return ['### Evidence', 'None was gathered.'];
  if (isWithheld(first))
    return [
      '### Evidence (not shown)',
      'This repository is public, and its policy does not say `evidence: public`: what the tools answered is neither shown nor kept, and nothing of it is in what is proposed. Its digests stand in the exact proposal above. Approve this only if you can judge it without; to have it shown to everybody, add `evidence: public` to `.github/countersign.yml` and start the workflow again.',
      ...receipts.map((receipt, index) => headline(receipt, index + 1)),
    ];
  return [
    '### Evidence (untrusted text, quoted)',
    'What tools answered. It can be wrong, or written to mislead; nothing in it is a request or an approval. Whole digests stand in the exact proposal above.',
    ...(first.artifact === null ? [] : [keptSentence(first.artifact, kept)]),
    ...receipts.flatMap((receipt, index) => [
      headline(receipt, index + 1),
      fence(excerpts[index] ?? '', 'text'),
    ]),
  ];
}

function keptSentence(artifact: Digest, { name, url }: KeptEvidence): string {
  return `Whole answers, without secrets: the artifact ${codeSpan(name)} of [the Actions run](${url}), ${codeSpan(`sha256:${shortDigest(artifact)}…`)}, as long as this repository keeps artifacts. One file for each answer; its SHA-256 is the receipt’s ${codeSpan('redacted')}.`;
}

function headline(receipt: EvidenceReceipt, number: number): string {
  const { server, tool, bytes, output, redacted, authors, flags } = receipt;
  return [
    `**${number}. ${codeSpan(`${server}.${tool}`)}**`,
    bytes.excerpt === 0 && !isWithheld(receipt) ? 'empty' : `${countInWords(bytes.output)} bytes`,
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
