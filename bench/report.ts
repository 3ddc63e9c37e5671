/** What people read, and the last line that programs read. */
import { holds, type Finding, type Measure, type Outcome, type Row } from './measure.ts';
import { median, minimum } from './statistics.ts';

/** The table of one measure: the load, what each took, and the findings with their bounds. */
export function table({ names }: Pick<Measure, 'names'>, { load, rows, findings }: Outcome): string {
  const width = Math.max(...rows.map(({ what }) => what.length), ...names.map((name) => name.length));
  return [
    load,
    ...rows.map((row) => `  ${row.what.padEnd(width)}  ${costs(row)}`),
    ...findings.map((finding) => `  ${finding.name.padEnd(width)}  ${verdict(finding)}`),
    '',
  ].join('\n');
}

function costs({ unit, iterations, samples }: Row): string {
  const times = iterations === 1 ? `${samples.length}` : `${samples.length} × ${iterations}`;
  return `${times.padStart(10)}   min ${short(minimum(samples))}   median ${short(median(samples))} ${unit}`;
}

function verdict(finding: Finding): string {
  const { value, bound, reason } = finding;
  return `${short(rounded(value)).padStart(10)}   at most ${bound}   ${holds(finding) ? 'holds' : `DOES NOT HOLD: ${reason}`}`;
}

/** The last line: `{ "<measure>": { "value", "bound", "holds" } }`. */
export function lastLine(findings: readonly Finding[]): string {
  return JSON.stringify(
    Object.fromEntries(
      findings.map((finding) => [
        finding.name,
        { value: rounded(finding.value), bound: finding.bound, holds: holds(finding) },
      ]),
    ),
  );
}

/** Whether every finding holds; with none there is nothing that could. */
export function allHold(findings: readonly Finding[]): boolean {
  return findings.length > 0 && findings.every(holds);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
