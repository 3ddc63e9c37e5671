import type { PublishedCheckRun } from '../port/published-run.ts';
import type { ReadApp } from './presented.ts';

/** The App behind every workflow's own token: any workflow of the repository can make check runs as it. */
const actionsApp = '15368';

/** Whose check runs of a proposal count. */
export type Chosen =
  | { readonly kind: 'one'; readonly app: ReadApp; readonly own: readonly PublishedCheckRun[] }
  | { readonly kind: 'several'; readonly ids: readonly string[] }
  | { readonly kind: 'none' };

/**
 * The App that was named, or else the only one that shows check runs of this proposal, which is then told
 * as found and not as known. GitHub Actions never counts. Two that were not named are nobody.
 */
export function chooseApp(
  checkRuns: readonly PublishedCheckRun[],
  hash: string | null,
  appId: string | null,
): Chosen {
  if (hash === null) return { kind: 'none' };
  const about = checkRuns.filter(
    ({ externalId }) => externalId === hash || externalId.startsWith(`${hash}:`),
  );
  const ids = new Set(about.map(({ app }) => app?.id ?? actionsApp).filter((id) => id !== actionsApp));
  const [first] = ids;
  if (appId === null && ids.size > 1) return { kind: 'several', ids: [...ids] };
  const id = appId ?? first;
  if (id === undefined) return { kind: 'none' };
  const own = about.filter(({ app }) => app?.id === id);
  return { kind: 'one', own, app: { id, slug: own[0]?.app?.slug ?? null, named: appId !== null } };
}
