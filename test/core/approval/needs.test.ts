import { describe, expect, it } from 'vitest';
import { teamsMissing, teamsNeeded } from '../../../lib/core/approval/needs.ts';
import { bothRules, dana, facts, kim, termsWith } from './person.ts';

const writer = { ...kim, role: 'write', roleName: 'write' } as const;
const teams = ['acme/sre', 'acme/ops'];

describe('which teams are asked for', () => {
  it('none where a role or an id decides', () => {
    expect(teamsNeeded(termsWith({ teams }), kim)).toEqual([]);
    expect(teamsNeeded(termsWith({ teams, users: ['1002'] }), writer)).toEqual([]);
  });

  it('the rule’s, where neither does', () => {
    expect(teamsNeeded(termsWith({ teams }), writer)).toEqual(teams);
  });

  it('none of whoever is left out anyway', () => {
    expect(teamsNeeded(termsWith({ teams }), { ...dana, role: 'write' })).toEqual([]);
    expect(teamsNeeded(termsWith({ teams }), { ...writer, type: 'Bot' })).toEqual([]);
    expect(teamsNeeded(termsWith({ teams }, { headAuthors: ['1002'] }), writer)).toEqual([]);
  });

  it('none where another rule that names nobody by a team says no', () => {
    expect(teamsNeeded(bothRules({ teams }, {}), writer)).toEqual([]);
  });

  it('those of both rules, each once, and only those of the rule that is still open', () => {
    expect(teamsNeeded(bothRules({ teams }, { roles: [], teams: ['acme/ops', 'acme/dev'] }), writer)).toEqual(
      ['acme/sre', 'acme/ops', 'acme/dev'],
    );
    expect(teamsNeeded(bothRules({ teams }, { roles: [], teams: ['acme/dev'] }), kim)).toEqual(['acme/dev']);
  });

  it('the same also while a commit’s authors can’t be read', () => {
    expect(teamsNeeded(termsWith({ teams }, { headAuthors: 'unreadable' }), writer)).toEqual(teams);
  });

  it('and not again those that are known', () => {
    expect(teamsMissing(termsWith({ teams }), facts(writer, { 'acme/sre': 'not_member' }))).toEqual([
      'acme/ops',
    ]);
  });
});
