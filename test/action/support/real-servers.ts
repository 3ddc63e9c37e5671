import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What the bundle `real` starts, each as npm has it. */
const packages = [
  '@cyanheads/git-mcp-server',
  '@modelcontextprotocol/server-everything',
  '@modelcontextprotocol/server-filesystem',
  '@modelcontextprotocol/server-memory',
] as const;

/** A workspace with four servers that nobody here wrote, data for each of them, and a bundle that asks all. */
export function installReal(root: string, workspace: string): void {
  for (const name of packages)
    cpSync(resolve('node_modules', name), join(workspace, 'node_modules', name), { recursive: true });
  // What they import is found one folder up, as with a hoisted install.
  if (!existsSync(join(root, 'node_modules')))
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const bundle = join(workspace, 'workflows', 'real');
  mkdirSync(join(bundle, 'notes'), { recursive: true });
  cpSync(resolve('test/action/support/real/bundle.yml'), join(bundle, 'bundle.yml'));
  writeFileSync(join(bundle, 'notes', 'payments.md'), 'Payments: restart the queue.\n');
  const entity = { type: 'entity', name: 'payments', entityType: 'service', observations: ['owned by dana'] };
  writeFileSync(join(bundle, 'memory.jsonl'), `${JSON.stringify(entity)}\n`);
  const repo = join(workspace, 'repo');
  execFileSync('git', ['init', '-q', '-b', 'main', repo]);
  const author = ['-c', 'user.name=Dana', '-c', 'user.email=dana@example.com'];
  execFileSync('git', ['-C', repo, ...author, 'commit', '-q', '--allow-empty', '-m', 'Raise the timeout']);
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command in the workspace, as a person types it there. */
export function countersign(workspace: string, ...given: readonly string[]): CommandResult {
  try {
    const stdout = execFileSync(process.execPath, [resolve('cli/main.ts'), ...given], {
      cwd: workspace,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    if (!(error instanceof Error && 'status' in error && 'stdout' in error && 'stderr' in error)) throw error;
    return { code: Number(error.status), stdout: String(error.stdout), stderr: String(error.stderr) };
  }
}
