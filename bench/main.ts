import { parseArgs } from 'node:util';
import { measures } from './measure/list.ts';
import type { Finding } from './measure.ts';
import { allHold, lastLine, table } from './report.ts';
import { select } from './select.ts';
import { createStage } from './stage/stage.ts';

// Measures what the project promises. Words choose measures (`canonical`, `memory`), `--rounds 3` tries
// things out, `--json` adds one JSON object as the last line. Exit code 1: something does not hold.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, rounds: { type: 'string' } },
});
const rounds = values.rounds === undefined ? null : Number(values.rounds);
if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0))
  throw new RangeError('--rounds takes a count');
const selection = select(measures, positionals);
const stage = createStage();
const findings: Finding[] = [];
try {
  for (const measure of selection.measures) {
    const outcome = await measure.run({ rounds, stage });
    console.log(table(measure, outcome));
    findings.push(...outcome.findings.filter((finding) => selection.tells(finding)));
  }
} finally {
  await stage.close();
}
if (values.json === true) console.log(lastLine(findings));
if (!allHold(findings)) process.exitCode = 1;
