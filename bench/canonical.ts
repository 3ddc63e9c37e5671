/** Our hash of a value beside what one would write without us: same value, same digest function. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { canonical } from '../lib/core/json/canonical.ts';
import { digestText } from '../lib/core/json/digest.ts';
import type { JsonValue } from '../lib/core/json/value.ts';
import { interleave, processorTime } from './interleave.ts';
import type { Measure } from './measure.ts';
import { medianRatio } from './statistics.ts';

/** Rounds that count. Each takes some tens of milliseconds of every contestant. */
const rounds = 21;
const warmUps = 5;

/** A value to be hashed, and how much dearer ours may be. */
export interface Case {
  /** `canonical.small` */
  readonly name: string;
  readonly load: string;
  readonly value: JsonValue;
  readonly iterations: number;
  readonly vsStringify: Bounded;
  readonly vsCanonicalize: Bounded;
}

interface Bounded {
  readonly bound: number;
  readonly reason: string;
}

/** A measure of one case: two ratios, of one run with three contestants. */
export function canonicalMeasure(of: Case): Measure {
  const { name, value, iterations } = of;
  const names = { stringify: `${name}.vsStringify`, canonicalize: `${name}.vsCanonicalize` };
  const contestants = [
    { what: 'canonical text and digest', work: () => digestText(canonical(value)) },
    { what: 'JSON.stringify and sha256', work: () => sha256(JSON.stringify(value)) },
    { what: 'canonicalize and sha256', work: () => sha256(canonicalize(value) ?? '') },
  ];
  return {
    names: Object.values(names),
    run: async ({ rounds: chosen }) => {
      // Two that disagree could not be compared.
      if (contestants[0]?.work() !== contestants[2]?.work())
        throw new Error(`${name}: canonicalize gives another text`);
      const count = chosen ?? rounds;
      const pace = { rounds: count, warmUps: Math.min(warmUps, count), iterations };
      const timed = interleave(contestants, pace, processorTime);
      const [ours = [], stringify = [], theirs = []] = timed.map(({ samples }) => samples);
      return {
        load: `${of.load}; processor time`,
        rows: timed.map((row) => ({ ...row, unit: 'µs', iterations })),
        findings: [
          { name: names.stringify, value: medianRatio(ours, stringify), ...of.vsStringify },
          { name: names.canonicalize, value: medianRatio(ours, theirs), ...of.vsCanonicalize },
        ],
      };
    },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
