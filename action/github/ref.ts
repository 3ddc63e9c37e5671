/** A commit, a branch or a tag: `main`, `refs/heads/main`, 40 digits. No `..`, no blank, nothing that a path would take apart. */
export const refGrammar = '^(?!.*\\.\\.)[A-Za-z0-9_][A-Za-z0-9_./-]{0,199}$';

/** As it stands in an address: GitHub knows `heads/main`, and no `refs/` before it. */
export function refPath(ref: string): string {
  return encodeURIComponent(ref.replace(/^refs\//, ''));
}
