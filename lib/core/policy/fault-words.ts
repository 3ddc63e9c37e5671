import { visible } from '../evidence/visible.ts';
import type { PolicyFault, PolicyPlace } from './policy.ts';

/** Where a policy is: on the default branch of a repository, and of the organisation's `.github`. */
export const policyPath = '.github/countersign.yml';

/** A key may be anything that somebody typed. */
const maxPath = 120;

/** A line of a policy file: `the organisation’s .github/countersign.yml:3`. */
export function placeInWords({ owner, line }: Omit<PolicyPlace, 'column'>): string {
  const whose = owner === 'organisation' ? 'the organisation’s ' : '';
  return `${whose}${policyPath}:${line}`;
}

/** A fault as one line: `.github/countersign.yml:3:5 rules.default.count: expected an integer from 1 to 20`. */
export function faultInWords(fault: PolicyFault): string {
  return `${placeInWords(fault)}:${fault.column} ${pathInWords(fault.path)}: expected ${fault.expected}`;
}

/** The key of a fault, cut short and with nothing invisible. */
export function pathInWords(path: string): string {
  const shown = visible(path.toWellFormed()).replaceAll(/\s/g, ' ');
  return shown.length <= maxPath ? shown : `${shown.slice(0, maxPath)}…`;
}
