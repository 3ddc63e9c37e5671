import { describe, expect, it, test } from 'vitest';
import { appManifest } from '../../tools/fence/app-manifest.ts';
import { contract } from '../../tools/fence/contract.ts';
import { settings } from '../../tools/fence/settings.ts';
import { faultsOf } from './planted.ts';

describe('the Action’s contract', () => {
  const action = {
    'action.yml': [
      'name: x',
      'inputs:',
      '  bundle: { description: The bundle., required: true }',
      '  bundles: { description: Where they are., required: false, default: workflows }',
      'outputs:',
      '  hash: { description: The hash. }',
      'runs: { using: node24, main: dist/action/index.js, post: dist/post/index.js }',
    ].join('\n'),
    'action/contract.ts': [
      'export const inputs = {',
      "  bundle: { description: 'The bundle.', fallback: null },",
      "  bundles: { description: 'Where they are.', fallback: 'workflows' },",
      '};',
      "export const outputs = { hash: 'The hash.' } as const;",
    ].join('\n'),
  };

  test('that equals its manifest has no faults', () => {
    expect(faultsOf(contract, action)).toEqual([]);
  });

  it.each([
    [
      'an input in the manifest only',
      'outputs:',
      '  token: { description: x }\noutputs:',
      'action/contract.ts:1 lacks token of the inputs',
    ],
    ['an input in the code only', /^ {2}bundles:.*$/m, '', 'action.yml:1 lacks bundles of the inputs'],
    [
      'an output in the manifest only',
      'outputs:',
      'outputs:\n  run: { description: x }',
      'action/contract.ts:1 lacks run of the outputs',
    ],
    ['an output under another name', '  hash:', '  digest:', 'action.yml:1 lacks hash of the outputs'],
    [
      'other words for an input',
      'The bundle.',
      'A bundle.',
      'action.yml:1 describes bundle in other words than the code',
    ],
    [
      'other words for an output',
      'The hash.',
      'A hash.',
      'action.yml:1 describes hash in other words than the code',
    ],
    [
      'another default',
      'default: workflows',
      'default: bundles',
      'action.yml:1 gives bundles another default than the code',
    ],
    [
      'a required input that may be left out',
      'required: true',
      'required: false',
      'action.yml:1 bundle is required where the code has no fallback',
    ],
    ['an older Node', 'node24', 'node20', 'action.yml:1 runs on node24'],
    ['another file', 'dist/action/index.js', 'action/main.js', 'action.yml:1 starts dist/action/index.js'],
    ['no post step', ', post: dist/post/index.js', '', 'action.yml:1 ends with dist/post/index.js, always'],
    [
      'a post step under a condition',
      'post: dist/post/index.js',
      'post: dist/post/index.js, post-if: success()',
      'action.yml:1 ends with dist/post/index.js, always',
    ],
  ])('finds %s', (_, from, to, fault) => {
    expect(faultsOf(contract, { ...action, 'action.yml': action['action.yml'].replace(from, to) })).toContain(
      fault,
    );
  });
});

describe('the App’s manifest', () => {
  const app = {
    'app.yml': [
      'public: false',
      'hook_attributes: { url: "https://countersign.example.org/api/github/webhooks" }',
      'default_permissions: { metadata: read, issues: write, actions: read, contents: read }',
      'default_events: [issues, issue_comment]',
    ].join('\n'),
    'app/probot.ts': "export const handledEvents = ['issues', 'issue_comment'] as const;",
    'app/server.ts': "export const webhookPath = '/api/github/webhooks';",
    'lib/adapters/github-app/issue.ts': [
      "export const read = 'GET /repos/{owner}/{repo}/issues';",
      "export const close = 'PATCH /repos/{owner}/{repo}/issues/{issue_number}';",
      "export const run = 'GET /repos/{owner}/{repo}/actions/runs/{run_id}';",
      'export const query = `query Q { repository { object(expression: "HEAD:x") { id } } }`;',
    ].join('\n'),
  };

  test('that asks for what is used has no faults', () => {
    expect(faultsOf(appManifest, app)).toEqual([]);
  });

  it.each([
    [
      'a permission that nothing uses',
      'app.yml',
      'actions: read',
      'actions: read, checks: write',
      'checks is asked for and not used',
    ],
    [
      'a stronger permission than is used',
      'app.yml',
      'actions: read',
      'actions: write',
      'actions: read is used and not asked for',
    ],
    ['a weaker one', 'app.yml', 'issues: write', 'issues: read', 'issues: write is used and not asked for'],
    [
      'a request without its permission',
      'app.yml',
      ', actions: read',
      '',
      'actions: read is used and not asked for',
    ],
    [
      'a query without its permission',
      'app.yml',
      ', contents: read',
      '',
      'contents: read is used and not asked for',
    ],
    [
      'an event without a handler',
      'app.yml',
      'issue_comment]',
      'issue_comment, push]',
      'the event push is subscribed to and not handled',
    ],
    [
      'a handler without its event',
      'app.yml',
      ', issue_comment]',
      ']',
      'the event issue_comment is handled and not subscribed to',
    ],
    ['a public App', 'app.yml', 'public: false', 'public: true', 'the App is private: `public: false`'],
    [
      'another webhook path',
      'app.yml',
      'github/webhooks',
      'hooks',
      'the webhook is served at /api/github/webhooks',
    ],
    ['a webhook without TLS', 'app.yml', 'https:', 'http:', 'the webhook is served at /api/github/webhooks'],
  ] as const)('finds %s', (_, path, from, to, what) => {
    expect(faultsOf(appManifest, { ...app, [path]: app[path].replace(from, to) })).toEqual([
      `app.yml:1 ${what}`,
    ]);
  });

  test('finds a request that nobody has thought about', () => {
    const path = 'lib/adapters/github-app/merge.ts';
    const text = "export const merge = 'PUT /repos/{owner}/{repo}/topics';";
    expect(faultsOf(appManifest, { ...app, [path]: text })).toEqual([
      `${path}:1 it is not known what PUT /repos/{owner}/{repo}/topics asks for`,
    ]);
  });
});

describe('the settings', () => {
  const told = {
    'app/settings.ts': "export const read = (e: Record<string, string>) => [e['APP_ID'], e['PORT']];",
    '.env.example': 'APP_ID=\n# PORT=3000\n',
    'docs/operating.md': '| setting | what |\n| --- | --- |\n| `APP_ID` | a |\n| `PORT` | b |\n',
  };

  test('that are explained in both places have no faults', () => {
    expect(faultsOf(settings, told)).toEqual([]);
  });

  it.each([
    [
      'one that is read and explained nowhere',
      'app/settings.ts',
      "e['PORT']",
      "e['PORT'], e['LOG_LEVEL']",
      2,
    ],
    ['one that nothing reads', '.env.example', 'APP_ID=', 'APP_ID=\nOLD_NAME=', 1],
    ['one that is missing from the page', 'docs/operating.md', '| `PORT` | b |', '', 1],
  ] as const)('finds %s', (_, path, from, to, faults) => {
    expect(faultsOf(settings, { ...told, [path]: told[path].replace(from, to) })).toHaveLength(faults);
  });
});
