import type { JsonNode } from '../description.ts';
import { type Installation, type State, accountOf, appOf } from '../state.ts';
import { simpleUser } from './account.ts';

/** An installation, with what it gives. */
export function installationShape(state: State, installation: Installation, base: string): JsonNode {
  const account = accountOf(state, installation.accountId);
  const app = appOf(state, installation.appId);
  return {
    id: installation.id,
    account: simpleUser(state, account, base),
    repository_selection: installation.repositories === null ? 'all' : 'selected',
    access_tokens_url: `${base}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${base}/installation/repositories`,
    html_url: `${state.webUrl}/organizations/${account.login}/settings/installations/${installation.id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: { ...installation.permissions },
    events: [...app.events],
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}
