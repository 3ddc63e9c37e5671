import { visible } from '../evidence/visible.ts';
import type { PolicyFault } from './policy.ts';

/** Where a policy is: on the default branch of a repository, and of the organisation's `.github`. */
export const policyPath = '.github/countersign.yml';

/** A key may be anything that somebody typed. */
const maxPath = 120;

/** A fault as one line: `.github/countersign.yml:3:5 rules.default.count: expected an integer from 1 to 20`. */
export function faultInWords(fault: PolicyFault): string {
  const whose = fault.owner === 'organisation' ? 'the organisation’s ' : '';
  return `${whose}${policyPath}:${fault.line}:${fault.column} ${pathInWords(fault.path)}: expected ${fault.expected}`;
}

/** The key of a fault, cut short and with nothing invisible. */
export function pathInWords(path: string): string {
  const shown = visible(path.toWellFormed()).replaceAll(/\s/g, ' ');
  return shown.length <= maxPath ? shown : `${shown.slice(0, maxPath)}…`;
}
