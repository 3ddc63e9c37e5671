import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../lib/core/approval/command.ts';
import { verbs } from '../../../lib/core/approval/verb.ts';
import { renderHelp } from '../../../lib/core/publication/help.ts';
import { renderWho } from '../../../lib/core/publication/who.ts';
import { renderWhy } from '../../../lib/core/publication/why.ts';
import { refusals } from '../../../lib/core/refusal.ts';
import type { RunEvent } from '../../../lib/core/run/event.ts';
import {
  ana,
  approved,
  claimed,
  completed,
  dana,
  event,
  gathered,
  kim,
  waiting,
} from '../../support/entry.ts';
import type { Twist } from '../../support/proposal.ts';
import { readPage } from '../proposal/page.ts';
import { issueUrl, marker, oneOfTwo, viewOf } from './view.ts';

function whoOf(events: readonly RunEvent[], twist: Twist = {}): string {
  return renderWho({ ...viewOf(events, twist), by: dana, outlook: null, marker });
}

function whyOf(events: readonly RunEvent[], twist: Twist = {}): string {
  return renderWhy({ ...viewOf(events, twist), by: dana, standing: null, marker });
}

const refusedOnce = event('command.refused', { verb: 'approve', code: 'initiator_excluded', by: dana });

describe('the answer to /who', () => {
  it('of a run that waits reads as stored, and ends with its marker', async () => {
    const text = whoOf([...waiting, oneOfTwo], { rule: { count: 2 } });
    await expect(text).toMatchFileSnapshot('./pages/who-waiting.md');
    expect(text.split('\n').at(-1)).toBe(marker);
  });

  // runatlantis/atlantis#262, palantir/policy-bot#49
  it('names teams and roles and the rule’s reason, and calls nobody but who started, approved or asked', () => {
    const rule = { teams: ['acme/sre'], mention: ['acme/sre'], reason: 'four eyes, @acme/all', count: 2 };
    const text = whoOf([...waiting, oneOfTwo], { rule });
    expect(text).toContain('in the team `acme/sre`');
    expect(text).toContain('Why this rule: `four eyes, @acme/all`');
    expect(new Set(readPage(text).mentions)).toEqual(new Set(['@octo-dana', '@octo-kim']));
  });

  it('says whether whoever started the run may, and authors of evidence', () => {
    expect(whoOf(waiting)).toContain('@octo-dana started this run and can’t approve it.');
    const lenient = whoOf(waiting, { rule: { initiatorMayApprove: true, evidenceAuthorsMayApprove: false } });
    expect(lenient).toContain('started this run and may approve it, too. Nor can anyone who wrote');
    const rerun = [...waiting].map((one): RunEvent =>
      one.type === 'run.started' ? { ...one, data: { ...one.data, triggeringActor: ana } } : one,
    );
    expect(whoOf(rerun)).toContain('@octo-dana and @octo-ana started this run');
  });

  it('tells how many could, as far as was looked', () => {
    const found = (eligible: { readonly count: number; readonly complete: boolean }): string =>
      whoOf([...gathered, event('proposal.received'), event('proposal.accepted', { eligible })]);
    expect(found({ count: 1, complete: true })).toContain('1 person could approve');
    expect(found({ count: 3, complete: true })).toContain('3 people could approve');
    expect(found({ count: 0, complete: true })).toContain('Nobody was found who could approve');
    expect(found({ count: 100, complete: false })).toContain('told by the rule alone');
  });

  it('tells of an ended run who approved, and asks for nobody more', () => {
    const text = whoOf(completed);
    expect(text).toContain('Approved so far: @octo-kim (');
    expect(text).not.toContain('Still needed');
  });

  it('goes without who started where the ledger does not say', () => {
    const view = viewOf(waiting);
    const entries = view.entries.filter(({ type }) => type !== 'run.started');
    expect(renderWho({ ...view, entries, by: kim, outlook: null, marker })).not.toContain('started this run');
  });
});

describe('the answer to /why', () => {
  it('of a run that waits reads as stored, and ends with its marker', async () => {
    const text = whyOf([...waiting, refusedOnce, event('run.held'), event('run.released'), oneOfTwo]);
    await expect(text).toMatchFileSnapshot('./pages/why-waiting.md');
    expect(text.split('\n').at(-1)).toBe(marker);
  });

  it('tells whether whoever asks could approve, where somebody can', () => {
    const standing = { kind: 'refused', code: 'policy_invalid' } as const;
    const text = renderWhy({ ...viewOf(waiting), by: dana, standing, marker });
    expect(text).toContain('**Could @octo-dana approve?** No, nobody could at present.');
    expect(whyOf(waiting)).not.toContain('Could @octo-dana');
  });

  it('tells which approvals count', () => {
    expect(whyOf(waiting)).toContain('**Approvals that count:** none.');
    expect(whyOf([...waiting, oneOfTwo])).toContain('**Approvals that count:** @octo-kim (');
  });

  it('tells each refusal with what its code means', () => {
    expect(whyOf([...waiting, refusedOnce])).toContain(refusals.initiator_excluded);
    const failed = [...claimed, event('execution.failed', { code: 'right_lost', sent: false, status: null })];
    expect(whyOf(failed)).toContain(refusals.right_lost);
  });

  it('says that nothing was decided where nothing was', () => {
    expect(whyOf(waiting)).toContain('Nothing was decided yet');
    expect(whyOf(approved)).not.toContain('Nothing was decided yet');
  });

  it('tells the newest twenty of many', () => {
    const text = whyOf([...waiting, ...Array.from({ length: 30 }, () => refusedOnce)]);
    expect(text.match(/^- /gm)).toHaveLength(20);
  });
});

describe('the answer to /help', () => {
  const text = renderHelp({ by: dana, issueUrl, marker });

  it('reads as stored, and ends with its marker', async () => {
    await expect(text).toMatchFileSnapshot('./pages/help.md');
    expect(text.split('\n').at(-1)).toBe(marker);
  });

  it('names every verb', () => {
    for (const verb of verbs) expect(text).toContain(`\`/${verb}\``);
  });

  // dependabot/feedback#277
  it('users 5: holds no line that reads as a command, not even as a slip of one', () => {
    expect(parseCommand(text)).toEqual({ kind: 'none' });
    for (const line of text.split('\n')) expect(parseCommand(line), line).toEqual({ kind: 'none' });
  });
});
