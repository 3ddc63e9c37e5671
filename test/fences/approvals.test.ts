import { describe, expect, it, test } from 'vitest';
import { approvals } from '../../tools/fence/approvals.ts';
import { faultsOf } from './planted.ts';

const house = {
  'lib/service/countersign.ts': "export const make = () => ({ type: 'approval.recorded' });",
  'lib/service/decide.ts': "import { make } from './countersign.ts';\nexport const decide = make;",
  'lib/service/gather.ts': 'export const gather = 1;',
  'lib/service/rebuild.ts': 'export const put = (ledger) => ledger.restore({});',
  'lib/service/ledger-import.ts': 'export const put = (ledger) => ledger.addRun({});',
  'lib/adapters/store/sqlite.ts': 'export const ledger = { async restore() {}, addRun: async () => {} };',
  'lib/core/run/event.ts': "export type E = { type: 'approval.recorded' };",
  'lib/core/run/table.ts': "export const table = { a: { 'approval.recorded': 'a' } };",
  'lib/core/run/read.ts': [
    'export function read(event: { type: string }, known: Set<string>): boolean {',
    "  switch (event.type) { case 'approval.recorded': return true; }",
    "  return event.type === 'approval.recorded' || known.has('approval.recorded');",
    '}',
  ].join('\n'),
  'app/main.ts': "import '../lib/service/decide.ts';",
  'action/main.ts': "import '../lib/service/gather.ts';",
  'cli/main.ts': "import '../lib/core/run/read.ts';\nentriesOf({}, 'approval.recorded');",
};

test('an approval is made in one file and read everywhere', () => {
  expect(faultsOf(approvals, house)).toEqual([]);
});

describe('a second maker of approvals is found:', () => {
  it.each([
    ['an event', "export const event = { type: 'approval.recorded', data: {} };"],
    ['a constant', "export const name = 'approval.recorded';"],
    ['a template', 'export const event = { type: `approval.recorded` };'],
    ['an argument', "append('approval.recorded');"],
    ['a list', "export const types = ['approval.recorded'];"],
    ['a default', "export const make = (type = 'approval.recorded') => ({ type });"],
    ['a choice', "export const event = { type: Math.PI > 3 ? 'approval.recorded' : 'x' };"],
  ])('%s', (_, text) => {
    const faults = faultsOf(approvals, { ...house, 'lib/service/other.ts': text });
    expect(faults).toEqual([
      'lib/service/other.ts:1 only lib/service/countersign.ts may make approval.recorded',
    ]);
  });
});

describe('a way to the maker is found:', () => {
  it.each([
    ['from the Action, by an import', 'action/main.ts', "import '../lib/service/countersign.ts';"],
    ['from the Action, by a way round', 'action/main.ts', "export * from '../lib/service/decide.ts';"],
    ['from the MCP server, at run time', 'mcp/tools.ts', "await import('../lib/service/countersign.ts');"],
    [
      'from the command line, by a type',
      'cli/main.ts',
      "import type { decide } from '../lib/service/decide.ts';",
    ],
    ['from the command line, through the App', 'cli/main.ts', "import '../app/main.ts';"],
  ])('%s', (_, path, text) => {
    const [fault] = faultsOf(approvals, { ...house, [path]: text });
    expect(fault).toMatch(new RegExp(`^${path}:1 reaches the maker of approvals: ${path} → `));
    expect(fault).toMatch(/lib\/service\/countersign\.ts$/);
  });
});

describe('a second way to put runs back, with the approvals in them, is found:', () => {
  it.each([
    ['a call', 'export const put = (ledger) => ledger.restore({});', 'rebuild.ts', 'restore'],
    ['a call by its text', "export const put = (ledger) => ledger['restore']({});", 'rebuild.ts', 'restore'],
    ['a method taken along', 'export const put = ({ restore }) => restore({});', 'rebuild.ts', 'restore'],
    ['an import’s', 'export const put = (to) => to.addRun({});', 'ledger-import.ts', 'addRun'],
  ])('%s', (_, text, only, method) => {
    expect(faultsOf(approvals, { ...house, 'lib/service/other.ts': text })).toEqual([
      `lib/service/other.ts:1 only lib/service/${only} may put runs back by ${method}`,
    ]);
  });
});

test('a house without the maker is no house that passed', () => {
  expect(faultsOf(approvals, { 'app/main.ts': 'export {};' })).toEqual([
    '.:1 the fence found nothing to look at',
  ]);
});
