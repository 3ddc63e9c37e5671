/** Runs the page's lines in a shell, with a `gh` of ours in front. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Shell {
  /** Which of `curl` and `jq` are the machine's own. */
  readonly real: readonly string[];
  /** Runs a script, with what earlier ones set, as whose token this is. Rejects when it ends with a fault. */
  run(script: string, token: string): Promise<string>;
  /** A variable as the scripts left it. */
  variable(name: string): string;
  /** A file that the scripts wrote. */
  file(name: string): string;
  /** What the stand-ins asked GitHub for, one a line. */
  asked(): string;
  close(): void;
}

const kept = ['RUN', 'ISSUE', 'HASH', 'SHA', 'SAID', 'CODE'];

/** `standIns`: as on a machine that has neither curl nor jq. */
export function openShell(given: Readonly<Record<string, string>>, standIns = false): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-docs-'));
  const real = ['curl', 'jq'].filter((name) => !standIns && isThere(name));
  for (const name of ['gh', 'curl', 'jq'].filter((one) => !real.includes(one))) {
    const program = fileURLToPath(new URL('stand-in.ts', import.meta.url));
    writeFileSync(join(folder, name), `#!/bin/sh\nexec "${process.execPath}" "${program}" ${name} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const asked = join(folder, 'asked.txt');
  writeFileSync(asked, '');
  let variables: Readonly<Record<string, string>> = {};
  return {
    real,
    run(script, token) {
      const env = {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        ASKED: asked,
        TOKEN: token,
        AUTH: `Authorization: Bearer ${token}`,
        KIND: 'Accept: application/vnd.github+json',
        ...given,
        ...variables,
      };
      const tail = kept.map((name) => `printf '%s=%s\\n' ${name} "\${${name}:-}"`).join('\n');
      const text = `set -eu\n${script}\nexec 1>variables.txt\n${tail}\n`;
      return new Promise((resolve, reject) => {
        execFile('sh', ['-c', text], { cwd: folder, env, timeout: 20_000 }, (error, stdout, stderr) => {
          if (error !== null) {
            reject(new Error(`${script}\n${stderr}`));
            return;
          }
          variables = readVariables(readFileSync(join(folder, 'variables.txt'), 'utf8'));
          resolve(stdout);
        });
      });
    },
    variable: (name) => variables[name] ?? '',
    file: (name) => readFileSync(join(folder, name), 'utf8'),
    asked: () => readFileSync(asked, 'utf8'),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isThere(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function readVariables(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const)
      .filter(([name, value]) => name !== '' && value !== ''),
  );
}
