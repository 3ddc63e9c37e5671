import { readPolicyEntry, readPolicyFile } from '../../core/policy/file.ts';
import type { PolicyText } from '../../core/policy/policy.ts';
import { AnswerFault, type Reader } from './answer.ts';

/** Reads what was asked of a repository: null where there is definitely no file. */
export const policyFile: Reader<PolicyText | null> = (value) => {
  const read = readPolicyFile(value);
  if (!read.ok) throw new AnswerFault();
  return read.value;
};

/** Reads the entry of a commit that should be the file; null where the commit has none. */
export function policyFileAt(commit: string, entry: unknown): PolicyText | null {
  const read = readPolicyEntry(commit, entry);
  if (!read.ok) throw new AnswerFault();
  return read.value;
}
