import { describe, expect, test } from 'vitest';
import { digestDocument } from '../../../lib/core/json/digest.ts';
import { defaultAction, defaultPolicy } from '../../../lib/core/policy/defaults.ts';
import { digestPolicy } from '../../../lib/core/policy/digest.ts';
import { faultsOf } from './files.ts';

describe('where nobody wrote a policy', () => {
  test('PO-02: these safe defaults hold, and no others', () => {
    expect(defaultPolicy).toEqual({
      version: 1,
      frozen: null,
      evidence: 'private',
      seals: ['app', 'hmac', 'oidc'],
      runners: ['github-hosted'],
      environments: null,
      events: ['issues', 'schedule', 'workflow_dispatch'],
      bundles: null,
      actions: ['github.issue.comment', 'github.issue.create', 'github.issue.label'].map((type) => ({
        type,
        ...defaultAction,
      })),
      accepts: [],
      rules: [
        {
          name: 'default',
          reason: null,
          roles: ['maintain', 'admin'],
          teams: [],
          users: [],
          count: 1,
          initiatorMayApprove: false,
          evidenceAuthorsMayApprove: true,
          mention: [],
        },
      ],
      limits: { perDay: null, perActorPerDay: null },
      remindMs: null,
    });
    expect(defaultAction).toEqual({
      targets: ['this'],
      risk: 'low',
      expiresMs: 86_400_000,
      rules: { low: 'default', medium: 'default', high: 'default' },
    });
  });

  test('its digest binds the kind of the document, so that no other document has it', () => {
    const same = digestDocument({
      kind: 'countersign/policy@1',
      ...JSON.parse(JSON.stringify(defaultPolicy)),
    });
    expect(digestPolicy(defaultPolicy)).toBe(same);
  });
});

describe('PO-03: the events whose runs a policy may let propose', () => {
  test.each([
    'branch_protection_rule',
    'check_run',
    'check_suite',
    'create',
    'delete',
    'deployment',
    'deployment_status',
    'discussion',
    'discussion_comment',
    'issue_comment',
    'issues',
    'label',
    'merge_group',
    'milestone',
    'push',
    'registry_package',
    'release',
    'repository_dispatch',
    'schedule',
    'status',
    'workflow_dispatch',
    'workflow_run',
  ])('%s', (event) => {
    expect(faultsOf(`version: 1\nevents: [${event}]\n`)).toEqual([]);
  });

  test.each(['pull_request', 'pull_request_target', 'pull_request_review', 'fork', 'watch'])(
    'never %s, by which strangers start runs',
    (event) => {
      expect(faultsOf(`version: 1\nevents: [${event}]\n`)).toHaveLength(1);
    },
  );
});
