import { describe, expect, it, test } from 'vitest';
import { workflows } from '../../tools/fence/workflows.ts';
import { faultsOf } from './planted.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const workflow = `name: ci
on: push
permissions: {}
jobs:
  check:
    if: \${{ github.event_name == 'push' }}
    runs-on: ubuntu-24.04
    permissions: { contents: read }
    steps:
      - uses: actions/checkout@${commit}
        with: { persist-credentials: false }
      - uses: ./.github/actions/own
      - run: echo "$TITLE"
        env: { TITLE: "\${{ github.event.issue.title }}" }
`;
const files = { '.github/workflows/ci.yml': workflow };

test('a workflow that passes values by its environment has no faults', () => {
  expect(faultsOf(workflows, files)).toEqual([]);
});

describe('a careless workflow is found:', () => {
  it.each([
    ['a value inside a script', 'echo "$TITLE"', 'echo "${{ github.event.issue.title }}"', /:13 .*`env`/],
    ['a harmless value inside a script', 'echo "$TITLE"', 'echo ${{ github.sha }}', /:13 .*`env`/],
    ['an action by its tag', `checkout@${commit}`, 'checkout@v7', /:10 actions\/checkout@v7 is not pinned/],
    ['an action by part of a commit', commit, commit.slice(0, 39), /:10 .* is not pinned/],
    [
      'a checkout that keeps its token',
      '{ persist-credentials: false }',
      '{ fetch-depth: 1 }',
      /persist-credentials/,
    ],
    ['a checkout that says so as text', 'credentials: false', "credentials: 'false'", /persist-credentials/],
    [
      'permissions for every job',
      'permissions: {}',
      'permissions: { contents: read }',
      /`permissions: \{\}`/,
    ],
    ['no permissions named', 'permissions: {}\n', '', /`permissions: \{\}`/],
  ])('%s', (_, from, to, fault) => {
    const faults = faultsOf(workflows, { '.github/workflows/ci.yml': workflow.replace(from, to) });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });
});

describe('RU-12: in a job that may seal, nothing that another run left is found:', () => {
  const sealing = workflow.replace('{ contents: read }', '{ contents: read, id-token: write }');
  it.each([
    ['a cache', `      - uses: actions/cache@${commit}\n`],
    ['a cache that is only restored', `      - uses: actions/cache/restore@${commit}\n`],
    [
      'an artifact of another run',
      `      - uses: actions/download-artifact@${commit}\n        with: { run-id: 7 }\n`,
    ],
  ])('%s', (_, step) => {
    const caller = (text: string): Record<string, string> => ({ 'workflows/incident/caller.yml': text });
    expect(faultsOf(workflows, caller(sealing + step)).join()).toContain('in a job that may seal');
    expect(faultsOf(workflows, caller(workflow + step))).toEqual([]);
  });

  it('and what this run itself made is not', () => {
    const step = `      - uses: actions/download-artifact@${commit}\n        with: { name: built }\n`;
    expect(faultsOf(workflows, { 'workflows/incident/caller.yml': sealing + step })).toEqual([]);
  });
});

describe('the same is found', () => {
  const careless = workflow.replace('echo "$TITLE"', 'echo "${{ inputs.title }}"');
  it.each([
    ['in a workflow to copy', 'workflows/incident/caller.yml', careless],
    ['in a page', 'docs/start.md', `# Start\n\n\`\`\`yaml\n${careless}\`\`\`\n`],
    ['in the README', 'README.md', `\`\`\`yml\n${careless}\`\`\`\n`],
  ])('%s', (_, path, text) => {
    expect(faultsOf(workflows, { ...files, [path]: text })).toHaveLength(1);
  });
});

test('a part of a page is found at its line of the page', () => {
  const part = '# Start\n\n```yaml\nsteps:\n  - run: echo ${{ github.actor }}\n```\n';
  expect(faultsOf(workflows, { ...files, 'docs/start.md': part })[0]).toMatch(/^docs\/start\.md:5 /);
});

test('text that is not YAML stops the fence', () => {
  expect(() => faultsOf(workflows, { '.github/workflows/ci.yml': 'a: [' })).toThrow('not YAML');
});

test('a house without workflows is no house that passed', () => {
  expect(faultsOf(workflows, { 'README.md': '# x' })).toEqual(['.:1 the fence found nothing to look at']);
});
