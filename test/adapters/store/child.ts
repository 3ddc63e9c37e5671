import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Names that a child's script may use: the adapter and the builders. */
const prelude: string = [
  ['{ openSqliteLedger, readSqliteLedger }', 'lib/adapters/store/sqlite.ts'],
  ['{ openRun, more, row, delivery }', 'test/ledger/build.ts'],
  ['{ writeSync }', 'node:fs'],
]
  .map(([names, from = '']) => {
    const module = from.startsWith('node:') ? from : pathToFileURL(resolve(from)).href;
    return `import ${names} from ${JSON.stringify(module)};`;
  })
  .join('\n');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in a process of its own. `path` is the ledger's. */
export function child(
  path: string,
  script: string,
  limits = '',
): { readonly process: ChildProcessWithoutNullStreams; readonly ended: Promise<Ended> } {
  const source = `${prelude}\nconst path = ${JSON.stringify(path)};\n${script}`;
  // The shell sets the limits and then becomes the process: a signal meets the script itself.
  const command = `${limits}exec "$0" --input-type=module -e "$1"`;
  const started = spawn('/bin/sh', ['-c', command, process.execPath, source]);
  let stdout = '';
  let stderr = '';
  started.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((done, fail) => {
    started.once('error', fail);
    started.once('close', (code, signal) => {
      done({ code, signal, stdout, stderr });
    });
  });
  return { process: started, ended };
}
