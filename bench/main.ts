import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measures } from './measure/list.ts';
import type { Finding } from './measure.ts';
import { allHold, lastLine, table } from './report.ts';
import { select, type Selection } from './select.ts';
import { createStage } from './stage/stage.ts';

// Measures what the project promises. Words choose measures (`canonical`, `memory`), `--rounds 3` tries
// things out, `--json` adds one JSON object as the last line. Exit code 1: something does not hold, or
// could not be measured; 2: the arguments make no sense.

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (typeof wish === 'string') {
    process.stderr.write(`bench: ${wish}\n`);
    return 2;
  }
  const { selection, rounds, json } = wish;
  const stage = createStage();
  const findings: Finding[] = [];
  console.log(machine());
  try {
    for (const measure of selection.measures) {
      const outcome = await measure.run({ rounds, stage });
      console.log(table(measure, outcome));
      findings.push(...outcome.findings.filter(selection.tells));
    }
  } finally {
    await stage.close();
  }
  if (json) console.log(lastLine(findings));
  return allHold(findings) ? 0 : 1;
}

/** What absolute times are to be read by: ratios do not care. */
function machine(): string {
  const [load = 0] = loadavg();
  return `Node ${process.versions.node}, ${availableParallelism()} processors, load average ${load.toFixed(1)}\n`;
}

interface Wish {
  readonly selection: Selection;
  readonly rounds: number | null;
  readonly json: boolean;
}

/** What is asked for, or why it can't be told. */
function readWish(args: readonly string[]): Wish | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' }, rounds: { type: 'string' } },
    });
    const rounds = values.rounds === undefined ? null : Number(values.rounds);
    if (rounds !== null && !(Number.isInteger(rounds) && rounds > 0)) return '--rounds takes a count';
    return { selection: select(measures, positionals), rounds, json: values.json === true };
  } catch (error) {
    return error instanceof Error ? error.message : 'the arguments can’t be read';
  }
}

process.exitCode = await main();
