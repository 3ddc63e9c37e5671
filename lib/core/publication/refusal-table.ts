import { refusals, type RefusalCode } from '../refusal.ts';
import { refusalTexts } from './refusal-text.ts';

/**
 * Every code as a section of its own, so that a refusal can link to it: what it means, what to do. For
 * the generated page of refusals.
 */
export function renderRefusalTable(): string {
  // `Object.keys` gives exactly the catalogue's codes, which its type does not say.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const codes = Object.keys(refusals) as RefusalCode[];
  return codes.map((code) => `### ${code}\n\n${refusals[code]} ${refusalTexts[code].next}`).join('\n\n');
}
