import { listOf, member, plain, read, type Access } from './api.ts';
import type { Found } from './tool.ts';

/** The newest open Dependabot alerts. GitHub and the advisory's writers made them: nobody of them is known here. */
export async function dependabotAlerts(
  access: Access,
  asked: { readonly severity?: string; readonly ecosystem?: string; readonly limit?: number },
): Promise<Found> {
  const { severity, ecosystem, limit = 10 } = asked;
  const query = { state: 'open', severity, ecosystem, sort: 'created', direction: 'desc', per_page: limit };
  const listed = listOf(await read(access, '/dependabot/alerts', query)).slice(0, limit);
  return {
    data: {
      alerts: listed.map((one) => {
        const dependency = member(one, 'dependency');
        const advisory = member(one, 'security_advisory');
        const vulnerability = member(one, 'security_vulnerability');
        return {
          number: plain(member(one, 'number')),
          package: plain(member(member(dependency, 'package'), 'name')),
          ecosystem: plain(member(member(dependency, 'package'), 'ecosystem')),
          manifest: plain(member(dependency, 'manifest_path'), 500),
          scope: plain(member(dependency, 'scope')),
          severity: plain(member(vulnerability, 'severity')),
          ghsa: plain(member(advisory, 'ghsa_id')),
          cve: plain(member(advisory, 'cve_id')),
          summary: plain(member(advisory, 'summary'), 500),
          vulnerable: plain(member(vulnerability, 'vulnerable_version_range')),
          patched: plain(member(member(vulnerability, 'first_patched_version'), 'identifier')),
          created_at: plain(member(one, 'created_at')),
        };
      }),
    },
    authors: [],
  };
}
