import type { JsonNode } from '../description.ts';
import { type Call, type Routes, page, repositoryFor } from '../route.ts';
import { type Alert, type Repository, fullName } from '../state.ts';

export const dependabotRoutes: Routes = {
  // Newest first, as it is without `direction`. GitHub pages these by cursors; none has so many here.
  'GET /repos/{owner}/{repo}/dependabot/alerts': (call) => {
    const repository = repositoryFor(call, { permission: 'vulnerability_alerts', level: 'read' });
    const wanted = (name: string, value: string): boolean => {
      const asked = call.query.get(name);
      return asked === null || asked.split(',').includes(value);
    };
    const found = repository.alerts
      .filter(({ severity, ecosystem }) => wanted('severity', severity) && wanted('ecosystem', ecosystem))
      .filter(() => wanted('state', 'open'))
      .toReversed();
    const { rows } = page(call, found);
    return { status: 200, body: rows.map((one) => alertShape(call, repository, one)) };
  },
};

function alertShape({ state, base }: Call, repository: Repository, alert: Alert): JsonNode {
  const name = fullName(state, repository);
  const of = { ecosystem: alert.ecosystem, name: alert.package };
  const patched = alert.patched === null ? null : { identifier: alert.patched };
  const vulnerability = {
    package: of,
    severity: alert.severity,
    vulnerable_version_range: alert.vulnerable,
    first_patched_version: patched,
  };
  return {
    number: alert.number,
    state: 'open',
    dependency: { package: of, manifest_path: alert.manifest, scope: 'runtime' },
    security_advisory: {
      ghsa_id: alert.ghsa,
      cve_id: null,
      summary: alert.summary,
      description: alert.summary,
      vulnerabilities: [vulnerability],
      severity: alert.severity,
      cvss: { vector_string: null, score: 0 },
      cwes: [],
      identifiers: [{ type: 'GHSA', value: alert.ghsa }],
      references: [{ url: `${state.webUrl}/advisories/${alert.ghsa}` }],
      published_at: alert.createdAt,
      updated_at: alert.createdAt,
      withdrawn_at: null,
    },
    security_vulnerability: vulnerability,
    url: `${base}/repos/${name}/dependabot/alerts/${alert.number}`,
    html_url: `${state.webUrl}/${name}/security/dependabot/${alert.number}`,
    created_at: alert.createdAt,
    updated_at: alert.createdAt,
    dismissed_at: null,
    dismissed_by: null,
    dismissed_reason: null,
    dismissed_comment: null,
    fixed_at: null,
  };
}
