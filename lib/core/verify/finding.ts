/** What a check comes to. `cannot_say` is neither: something that it needs is not there, and never counts as a pass. */
export type Answer = 'pass' | 'fail' | 'cannot_say';

/** The checks, in the order in which they are told. */
export const checkNames = [
  'signature',
  'hash',
  'record',
  'seal',
  'approvers',
  'order',
  'single_execution',
  'read_back',
  'chain',
  'head',
  'publication',
  'state',
] as const;

/** The name of a check. `file` stands alone: what was given does not read as an export at all. */
export type CheckName = (typeof checkNames)[number] | 'file';

/** What one check found. */
export interface Finding {
  readonly check: CheckName;
  readonly answer: Answer;
  /** Stable, for machines: `ok` for a pass. */
  readonly code: string;
  /** The first entry that is bad, counted from 0; null where no single one is. */
  readonly seq: number | null;
  /** One clause in plain words, without a full stop. Our own words, digests and ids only. */
  readonly said: string;
  /** Whether the whole can pass without it. Only a `cannot_say` may be left out. */
  readonly essential: boolean;
}

/** The check holds. */
export function passes(check: CheckName, said: string): Finding {
  return { check, answer: 'pass', code: 'ok', seq: null, said, essential: true };
}

/** The check does not hold, from this entry on where there is one. */
export function fails(check: CheckName, code: string, said: string, seq: number | null = null): Finding {
  return { check, answer: 'fail', code, seq, said, essential: true };
}

/** What the check needs is missing: it says what. */
export function cannotSay(check: CheckName, code: string, said: string, essential: boolean = true): Finding {
  return { check, answer: 'cannot_say', code, seq: null, said, essential };
}

/** The answer to all checks together: a fail wins, then whatever essential is not known. */
export function answerOf(findings: readonly Finding[]): Answer {
  if (findings.some(({ answer }) => answer === 'fail')) return 'fail';
  const unknown = findings.some(({ answer, essential }) => answer === 'cannot_say' && essential);
  return unknown || findings.length === 0 ? 'cannot_say' : 'pass';
}
