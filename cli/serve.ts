import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** Starts the App as a process of its own and answers with its exit code. Signals are its business; they are passed on. */
export async function runApp(given: readonly string[]): Promise<number> {
  const entry = join(root, 'dist', 'app', 'main.js');
  if (!existsSync(entry)) {
    process.stderr.write('countersign: the App is not built here. In a checkout: npm run build\n');
    return 1;
  }
  const child = spawn(process.execPath, [entry, ...given], { stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(code ?? 1);
    });
  });
}
