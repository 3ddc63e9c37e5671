import type { HostFault } from '../../core/port/runner-host.ts';
import { proposalLabel } from '../../core/publication/label.ts';
import type { Result } from '../../core/result.ts';
import { ok } from '../../core/result.ts';
import { askAll, repositoryParts, type AuditClient, type Listed } from './client.ts';
import { readIssueNumbers } from './parts.ts';

/** The numbers of a repository's issues that carry our label, open or closed, oldest first. */
export async function proposalIssues(
  client: AuditClient,
  repository: string,
): Promise<Result<Listed<number>, HostFault>> {
  const parts = repositoryParts(repository);
  if (!parts.ok) return parts;
  const question = {
    ...parts.value,
    labels: proposalLabel,
    state: 'all',
    sort: 'created',
    direction: 'asc',
  };
  const route = 'GET /repos/{owner}/{repo}/issues';
  const listed = await askAll(client, route, question, readIssueNumbers);
  if (!listed.ok) return listed;
  const numbers = listed.value.all.filter((number) => number !== null);
  return ok({ all: [...new Set(numbers)], complete: listed.value.complete });
}
