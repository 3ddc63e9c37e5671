import type { EvidenceReceipt } from './receipt.ts';

/** Whether anything of a proposal's evidence is shown, and not its digests alone. */
export function showsEvidence(receipts: readonly Pick<EvidenceReceipt, 'flags'>[]): boolean {
  return receipts.some((receipt) => !isWithheld(receipt));
}

/** Whether only digests of an observation leave the runner. */
export function isWithheld({ flags }: Pick<EvidenceReceipt, 'flags'>): boolean {
  return flags.includes('withheld');
}

/**
 * What is wrong with how a proposal withholds evidence, or null. It withholds all or none, so that its page says
 * so once; of what is withheld there is neither an excerpt nor an artifact; and one artifact holds all the rest.
 */
export function withholdingFault(
  receipts: readonly Pick<EvidenceReceipt, 'flags' | 'bytes' | 'artifact'>[],
): string | null {
  const withheld = receipts.filter(isWithheld);
  if (withheld.length > 0 && withheld.length < receipts.length) return 'all evidence withheld, or none';
  if (withheld.some(({ bytes, artifact }) => bytes.excerpt > 0 || artifact !== null))
    return 'neither excerpt nor artifact of what is withheld';
  const artifacts = new Set(receipts.map(({ artifact }) => artifact));
  return artifacts.size > 1 ? 'one artifact for all evidence, or none' : null;
}
