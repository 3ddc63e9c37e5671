import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { filesOf, readLock } from '../../lib/adapters/bundle/load.ts';
import { mcpServers } from '../../lib/adapters/mcp-client/servers.ts';
import { compareLocks } from '../../lib/core/bundle/lock-difference.ts';
import { lockFile, writeLock, type BundleLock } from '../../lib/core/bundle/lock.ts';
import { visible } from '../../lib/core/evidence/visible.ts';
import { compileBundle } from '../../lib/service/compile.ts';
import { differenceInWords } from '../../lib/service/gather-servers.ts';
import type { Environment, Output } from '../store.ts';
import { tellFault, withBundle } from './place.ts';

export interface CompileOrder {
  readonly folder: string;
  /** Compare with the lock that is there, and write nothing. */
  readonly check: boolean;
  readonly environment: Environment;
}

/** Writes a bundle's lock, or compares it. 0: written, or equal. */
export async function compile({ folder, check, environment }: CompileOrder, output: Output): Promise<number> {
  return withBundle(folder, environment, output, async ({ bundle, files }, launches, signal) => {
    const lock = await compileBundle({ bundle, launches, files: filesOf(files), signal }, mcpServers());
    if (!lock.ok) return tellFault(lock.fault, output);
    const path = join(resolve(folder), lockFile);
    const text = writeLock(lock.value);
    const before = await readFile(path, 'utf8').catch(() => null);
    if (!check) {
      await writeFile(path, text);
      tellChange(before, lock.value, output);
      return 0;
    }
    if (before === text) {
      output.out(`${bundle.id}: ${lockFile} is up to date\n`);
      return 0;
    }
    output.err(`${bundle.id}: ${lockFile} ${before === null ? 'is missing' : 'differs'}\n`);
    tellChange(before, lock.value, { ...output, out: output.err });
    output.err('Run `countersign compile` without --check, and have the new lock reviewed.\n');
    return 1;
  });
}

function tellChange(before: string | null, after: BundleLock, { out }: Output): void {
  const known = before === null ? null : readLock(before);
  if (known === null || !known.ok) {
    const pins = after.servers.map(({ id, tools }) => `${id}: ${tools.map(({ name }) => name).join(', ')}`);
    out(
      `${after.bundle.id}: pinned ${after.files.length === 1 ? 'one file' : `${after.files.length} files`}\n${pins.map((pin) => `  ${pin}\n`).join('')}`,
    );
    return;
  }
  const differences = compareLocks(known.value, after);
  if (differences.length === 0) out(`${after.bundle.id}: nothing that it pins has changed\n`);
  // Descriptions are a server's own words: what a terminal would obey is shown instead.
  for (const difference of differences) out(`${visible(differenceInWords(difference))}\n`);
}
