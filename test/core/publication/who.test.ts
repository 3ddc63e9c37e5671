import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../lib/core/approval/evaluate.ts';
import type { Voice } from '../../../lib/core/approval/judgement.ts';
import { ownTerms, type BindingRule, type Terms } from '../../../lib/core/approval/terms.ts';
import { renderWho, type Outlook } from '../../../lib/core/publication/who.ts';
import { refusals } from '../../../lib/core/refusal.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import { completed, dana, kim, waiting } from '../../support/entry.ts';
import { readRecord } from '../../support/proposal.ts';
import { marker, oneOfTwo, viewOf } from './view.ts';

const own = ownTerms(readRecord().proposal);
const [shown] = own.rules;
if (shown === undefined) throw new Error('a proposal shows its rule');
const place = { owner: 'repository', line: 7, column: 3 } as const;
const today: BindingRule = {
  from: 'policy',
  rule: { ...shown.rule, name: 'strict', roles: [], teams: ['acme/sre'], mention: ['acme/sre'], count: 2 },
};
const stricter: Partial<Terms> = {
  rules: [shown, today],
  need: 2,
  expiresAt: Date.parse('2026-12-01T09:00:00Z'),
};
const said = Date.parse('2026-11-30T14:12:00Z');
const one: Voice = { by: kim, at: said, judgement: 'recorded' };

function decided(terms: Partial<Terms>, voices: readonly Voice[] = []): Outlook {
  return { kind: 'decided', decision: evaluate({ ...own, ...terms }, voices, said), place };
}

function who(outlook: Outlook, events: readonly RunEvent[] = waiting): string {
  return renderWho({ ...viewOf(events), by: dana, outlook, marker });
}

describe('the answer to /who by the policy as it is now', () => {
  it('under two rules reads as stored', async () => {
    const text = who(decided(stricter, [one]), [...waiting, oneOfTwo]);
    await expect(text).toMatchFileSnapshot('./pages/who-two-rules.md');
  });

  it('tells each rule with its place, the earlier end, and how many the larger count still needs', () => {
    const text = who(decided(stricter));
    expect(text).toContain('- By the rule that the proposal shows, `default`: One person must approve by');
    expect(text).toContain(
      '- By the policy’s rule of today, `strict`, `.github/countersign.yml:7`: Two people',
    );
    expect(text.match(/by \*\*2026-12-01 09:00 UTC\*\*/g)).toHaveLength(2);
    expect(text).toContain('Still needed: 2 approvals.');
    expect(who(decided(stricter, [one]))).toContain('Still needed: 1 approval.');
  });

  it('is one line where the policy says what the proposal says, with the place of that', () => {
    const text = who(decided({}));
    expect(text).toContain('**Who may approve:** One person must approve by **2026-12-01 14:10 UTC**');
    expect(text).toContain('By the rule that the proposal shows, `default`, `.github/countersign.yml:7`.');
    expect(text).not.toContain('Whom every rule names');
    expect(who(decided({ expiresAt: null }))).toContain('One person must approve: anyone');
  });

  it('mentions no team, and lets in nobody whom one of the rules leaves out', () => {
    const lenient = { ...today, rule: { ...today.rule, initiatorMayApprove: true, reason: 'four eyes' } };
    const text = who(decided({ rules: [shown, lenient] }));
    expect(text).toContain('in the team `acme/sre`');
    expect(text).not.toContain('@acme/sre');
    expect(text).toContain('@octo-dana started this run and can’t approve it.');
    expect(text.match(/Why this rule: `four eyes`/g)).toHaveLength(1);
    expect(who(decided({ rules: [lenient] }))).toContain('may approve it, too');
  });

  it('says that nobody could while the policy is frozen, with its reason, as code', () => {
    const text = who(decided({ frozen: 'audit, @acme/all' }));
    expect(text).toContain(
      `**Nobody could at present:** \`frozen\`. ${refusals.frozen} \`audit, @acme/all\``,
    );
    expect(text).not.toContain('Still needed');
  });

  it('says that nobody could where it is over by the policy’s earlier end', () => {
    expect(who(decided({ expiresAt: said }))).toContain('**Nobody could at present:** `expired`.');
  });

  it('says that nobody could where the policy gives no terms', () => {
    const text = who({ kind: 'refused', code: 'policy_invalid' });
    expect(text).toContain(`**Nobody could at present:** \`policy_invalid\`. ${refusals.policy_invalid}`);
    expect(text).toContain('**Who may approve:** One person must approve');
  });

  it('asks for one more where the policy asks for no more than have approved: none of them counts by itself', () => {
    expect(who(decided({}, [one]))).toContain('Still needed: 1 approval.');
  });

  it('asks for nobody more once the run waits no longer', () => {
    expect(who(decided({}), completed)).not.toContain('Still needed');
  });
});
