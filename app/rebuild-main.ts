import type { Logger } from 'pino';
import type { RebuildLine } from '../lib/service/rebuild-repository.ts';
import { lineInWords, reportOf, sumInWords } from './rebuild-report.ts';
import { rebuildLedger } from './rebuild.ts';
import type { Settings } from './settings.ts';

/**
 * `--rebuild [--json] [owner/name …]`: what `countersign rebuild` runs. Answers with the exit code: 0 when
 * everything was read, 1 when something was not, 2 for arguments that can't be read.
 */
export async function rebuildMain(
  settings: Settings,
  logger: Logger,
  given: readonly string[],
  out: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const json = given.includes('--json');
  const repositories = given.filter((one) => one !== '--json');
  const wrong = repositories.find((one) => !/^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(one));
  if (wrong !== undefined) {
    process.stderr.write('countersign: rebuild takes --json and repositories as owner/name\n');
    return 2;
  }
  const lines: RebuildLine[] = [];
  await rebuildLedger(settings, logger, repositories, (line) => {
    lines.push(line);
    if (!json) out(`${lineInWords(line)}\n`);
  });
  const report = reportOf(lines);
  out(json ? `${JSON.stringify(report)}\n` : `${sumInWords(report)}\n`);
  return report.unread.length === 0 ? 0 : 1;
}
