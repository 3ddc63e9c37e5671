import { describe, expect, it } from 'vitest';
import { judge } from '../../../lib/core/approval/judge.ts';
import { ownTerms } from '../../../lib/core/approval/terms.ts';
import { bothRules, dana, facts, kim, proposalWith, termsWith } from './person.ts';

const none = { ...kim, role: 'none', roleName: 'none' } as const;

/** `yes`, or the code of what it is instead. */
function said(...question: Parameters<typeof judge>): string {
  const judgement = judge(...question);
  return judgement.answer === 'yes' ? `yes: ${judgement.basis}` : `${judgement.answer}: ${judgement.code}`;
}

describe('by role', () => {
  it('22. rights come from GitHub’s permission on the repository, and a maintainer’s is enough by default', () => {
    expect(said(termsWith(), facts())).toBe('yes: role maintain');
    expect(said(termsWith(), facts({ ...kim, role: 'admin', roleName: 'admin' }))).toBe('yes: role admin');
  });

  it.each(['write', 'triage', 'read', 'none'] as const)('AP-31, AP-32: the role %s is not enough', (role) => {
    expect(said(termsWith(), facts({ ...kim, role, roleName: role }))).toBe('no: not_eligible');
  });

  it('a role is met by itself: admin does not stand for maintain', () => {
    expect(said(termsWith({ roles: ['maintain'] }), facts({ ...kim, role: 'admin' }))).toBe(
      'no: not_eligible',
    );
  });

  it('27. an organisation’s own role counts as what it amounts to, and is told by its own name', () => {
    expect(said(termsWith(), facts({ ...kim, roleName: 'release-captain' }))).toBe(
      'yes: role release-captain',
    );
    expect(said(termsWith(), facts({ ...kim, role: 'write', roleName: 'maintain' }))).toBe(
      'no: not_eligible',
    );
  });

  it('27. an organisation’s own role is named exactly, capitals and all', () => {
    const terms = termsWith({ roles: ['Release captain'] });
    const captain = { ...kim, role: 'write', roleName: 'Release captain' } as const;
    expect(said(terms, facts(captain))).toBe('yes: role Release captain');
    expect(said(terms, facts({ ...captain, roleName: 'release captain' }))).toBe('no: not_eligible');
    expect(said(terms, facts({ ...captain, roleName: 'Release captain ' }))).toBe('no: not_eligible');
  });

  it('a person without a right meets no role, also where a role is called none', () => {
    expect(said(termsWith({ roles: ['admin'] }), facts({ ...none, roleName: 'admin' }))).toBe(
      'no: not_eligible',
    );
  });
});

describe('by id', () => {
  it('AP-35: a person is named by id, never by a login that looks alike', () => {
    const terms = termsWith({ roles: [], users: ['1002'] });
    expect(said(terms, facts(none))).toBe('yes: named by the rule');
    expect(said(terms, facts({ ...none, account: { id: '10020', login: 'octo-kim' } }))).toBe(
      'no: not_eligible',
    );
  });
});

describe('by team', () => {
  const terms = termsWith({ roles: [], teams: ['acme/sre', 'acme/ops'] });

  it('25. a member of a team that the rule names may, whatever their role', () => {
    expect(said(terms, facts(none, { 'acme/sre': 'not_member', 'acme/ops': 'member' }))).toBe(
      'yes: member of acme/ops',
    );
  });

  it('26. a team is matched as org/slug: another organisation’s team of that slug says nothing', () => {
    expect(said(terms, facts(none, { 'other/sre': 'member', 'acme/ops': 'not_member' }))).toBe(
      'unknown: team_unreadable',
    );
  });

  it('24. a team that can’t be seen is no no, and never a yes', () => {
    expect(said(terms, facts(none, { 'acme/sre': 'unreadable', 'acme/ops': 'not_member' }))).toBe(
      'unknown: team_unreadable',
    );
    expect(said(terms, facts(none, { 'acme/sre': 'not_member', 'acme/ops': 'not_member' }))).toBe(
      'no: not_eligible',
    );
  });

  it('24. a team that was not asked for is not read', () => {
    expect(said(terms, facts(none))).toBe('unknown: team_unreadable');
  });

  it('one team that names somebody is enough where another can’t be seen', () => {
    expect(said(terms, facts(none, { 'acme/sre': 'unreadable', 'acme/ops': 'member' }))).toBe(
      'yes: member of acme/ops',
    );
  });
});

describe('who is left out whatever the rule names', () => {
  it.each(['Bot', 'Organization', 'Mannequin', ''])('28, AP-34: an account of type "%s"', (type) => {
    const terms = termsWith({ users: ['1002'], teams: ['acme/sre'] });
    const bot = facts({ ...kim, type, role: 'admin' }, { 'acme/sre': 'member' });
    expect(said(terms, bot)).toBe('no: not_eligible');
  });

  it('34, AP-37: neither actor of the Actions run approves its own proposal', () => {
    const { origin } = proposalWith({});
    if (!('actions' in origin)) throw new Error('the base comes from an Actions run');
    const rerun = ownTerms(
      proposalWith({ proposal: { origin: { actions: { ...origin.actions, triggeringActor: '1002' } } } }),
    );
    expect(said(rerun, facts())).toBe('no: initiator_excluded');
    expect(said(rerun, facts(dana))).toBe('no: initiator_excluded');
  });

  it('34. the minter of an agent’s key is its initiator', () => {
    const agent = { agent: { principal: 'a', key: 'k', minter: '1002' } };
    expect(said(ownTerms(proposalWith({ proposal: { origin: agent, bundle: null } })), facts())).toBe(
      'no: initiator_excluded',
    );
  });

  it('an initiator may where the rule says so, and is named', () => {
    expect(said(termsWith({ initiatorMayApprove: true }), facts(dana))).toBe('yes: role maintain');
    expect(said(termsWith({ initiatorMayApprove: true, roles: ['admin'] }), facts(dana))).toBe(
      'no: not_eligible',
    );
  });

  it('34. whoever wrote the commit that the action depends on', () => {
    expect(said(termsWith({}, { headAuthors: ['7', '1002'] }), facts())).toBe('no: author_excluded');
    expect(said(termsWith({}, { headAuthors: ['7'] }), facts())).toBe('yes: role maintain');
    expect(said(termsWith({}, { headAuthors: [] }), facts())).toBe('yes: role maintain');
  });

  it('everybody, while the commit’s authors can’t be read', () => {
    expect(said(termsWith({}, { headAuthors: 'unreadable' }), facts())).toBe('unknown: right_unreadable');
    const weak = facts({ ...kim, role: 'read' });
    expect(said(termsWith({}, { headAuthors: 'unreadable' }), weak)).toBe('no: not_eligible');
  });

  it('known authors of evidence, where the rule leaves them out', () => {
    const receipt = { authors: ['1002'] };
    const strict = { evidenceAuthorsMayApprove: false };
    expect(said(ownTerms(proposalWith({ receipt, rule: strict })), facts())).toBe('no: author_excluded');
    expect(said(ownTerms(proposalWith({ receipt })), facts())).toBe('yes: role maintain');
    expect(said(ownTerms(proposalWith({ rule: strict })), facts())).toBe('yes: role maintain');
  });
});

describe('two rules bind', () => {
  it('a person must satisfy both, and the branch that does not says why', () => {
    const terms = bothRules({}, { roles: [], teams: ['acme/sre'] });
    const judgement = judge(terms, facts(kim, { 'acme/sre': 'not_member' }));
    expect(judgement).toMatchObject({
      answer: 'no',
      code: 'not_eligible',
      branches: [
        { from: 'proposal', answer: 'yes', basis: 'role maintain' },
        { from: 'policy', answer: 'no', code: 'not_eligible' },
      ],
    });
    expect(said(terms, facts(kim, { 'acme/sre': 'member' }))).toBe('yes: role maintain');
  });

  it('one definite no is a no, though the other can’t be told', () => {
    const terms = bothRules({ roles: [], teams: ['acme/sre'] }, { roles: ['admin'] });
    expect(said(terms, facts(kim, { 'acme/sre': 'unreadable' }))).toBe('no: not_eligible');
    const open = bothRules({}, { roles: [], teams: ['acme/sre'] });
    expect(said(open, facts(kim, { 'acme/sre': 'unreadable' }))).toBe('unknown: team_unreadable');
  });

  it('35. no rule at all is no permission', () => {
    expect(said({ ...termsWith(), rules: [] }, facts())).toBe('no: not_eligible');
  });
});

it('tells every check that it made, and the teams only as far as they were asked for', () => {
  const terms = termsWith({ users: ['5'], roles: ['admin'], teams: ['acme/sre'] });
  const [branch] = judge(terms, facts(kim, { 'acme/sre': 'member' })).branches;
  expect(branch?.checks).toEqual([
    { check: 'is_person', answer: 'yes' },
    { check: 'did_not_start_it', answer: 'yes' },
    { check: 'did_not_write_evidence', answer: 'yes' },
    { check: 'did_not_write_commit', answer: 'yes' },
    { check: 'named', answer: 'no' },
    { check: 'role', name: 'admin', answer: 'no' },
    { check: 'team', name: 'acme/sre', answer: 'yes' },
  ]);
  const named = judge(termsWith({ teams: ['acme/sre'] }), facts()).branches[0];
  expect(named?.checks.some(({ check }) => check === 'team' || check === 'named')).toBe(false);
});
