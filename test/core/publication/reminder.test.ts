import { describe, expect, it } from 'vitest';
import { renderReminder } from '../../../lib/core/publication/reminder.ts';
import { event, waiting } from '../../support/entry.ts';
import { marker, viewOf } from './view.ts';

const planned = [...waiting, event('reminder.planned')];

describe('the reminder', () => {
  it('says what waits, until when, and what to post; it mentions whom the rule wants mentioned', async () => {
    const view = viewOf(planned, { rule: { mention: ['acme/sre', 'octo-kim'] } });
    const body = renderReminder({ ...view, marker });
    await expect(body).toMatchFileSnapshot('./pages/reminder.md');
    expect(body).toContain('@acme/sre and @octo-kim');
    expect(body.split('\n').at(-1)).toBe(marker);
  });

  it('mentions nobody where the rule mentions nobody', () => {
    expect(renderReminder({ ...viewOf(planned), marker })).not.toContain('@');
  });

  it('names no end where there is none', () => {
    const view = viewOf(planned);
    const endless = { ...view, proposal: { ...view.proposal, expiresAt: null } };
    expect(renderReminder({ ...endless, marker })).not.toContain('until');
  });
});
