import type { InstalledAccount } from '../../core/port/installations.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import type { RepositoryRef } from '../../core/proposal/proposal.ts';
import { ok, type Result } from '../../core/result.ts';
import { idOf, listOf, membersOf } from './answer.ts';
import { ask, askAll, pageSize, repositoryParts, type AuditClient, type Listed } from './client.ts';
import { readRepository } from './parts.ts';

/** Ids of all installations of the App. `client` is the App itself, not one of its installations. */
export async function installationIds(client: AuditClient): Promise<Result<readonly string[], HostFault>> {
  const listed = await askAll(client, 'GET /app/installations', {}, (data) =>
    listOf(data, pageSize).map(readInstallation),
  );
  return listed.ok ? ok(listed.value.all) : listed;
}

/** The accounts that have the App and have not suspended it. `client` is the App itself. */
export async function installedAccounts(
  client: AuditClient,
): Promise<Result<Listed<InstalledAccount>, HostFault>> {
  const listed = await askAll(client, 'GET /app/installations', {}, (data) =>
    listOf(data, pageSize).map(readAccount),
  );
  if (!listed.ok) return listed;
  const { all, complete } = listed.value;
  return ok({ all: all.filter((account) => account !== null), complete });
}

/** The installation that a repository belongs to. `client` is the App itself. */
export async function installationOf(
  client: AuditClient,
  repository: string,
): Promise<Result<string, HostFault>> {
  const parts = repositoryParts(repository);
  if (!parts.ok) return parts;
  return ask(client, 'GET /repos/{owner}/{repo}/installation', parts.value, readInstallation);
}

/** The repositories that an installation reaches. `client` is that installation. */
export async function installedRepositories(
  client: AuditClient,
): Promise<Result<readonly RepositoryRef[], HostFault>> {
  const listed = await askAll(client, 'GET /installation/repositories', {}, (data) =>
    listOf(membersOf(data)['repositories'], pageSize).map(readRepository),
  );
  return listed.ok ? ok(listed.value.all) : listed;
}

/** Null: the account has suspended it, or is gone. */
function readAccount(data: unknown): InstalledAccount | null {
  const { account, repository_selection: selection, suspended_at: suspended } = membersOf(data);
  const isInUse = account !== null && (suspended === null || suspended === undefined);
  if (!isInUse) return null;
  return { id: idOf(membersOf(account)['id']), repositories: selection === 'all' ? 'all' : 'selected' };
}

function readInstallation(data: unknown): string {
  return idOf(membersOf(data)['id']);
}
