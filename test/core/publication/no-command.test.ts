import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../lib/core/approval/command.ts';
import { renderCheckRun } from '../../../lib/core/publication/check-run.ts';
import { renderIntakeRefusal } from '../../../lib/core/publication/intake-refusal.ts';
import { renderRefusal } from '../../../lib/core/publication/refusal.ts';
import { renderRefusalTable } from '../../../lib/core/publication/refusal-table.ts';
import { renderResult } from '../../../lib/core/publication/result.ts';
import { renderHelp } from '../../../lib/core/publication/help.ts';
import { renderStatus } from '../../../lib/core/publication/status.ts';
import { renderWho } from '../../../lib/core/publication/who.ts';
import { renderWhy } from '../../../lib/core/publication/why.ts';
import { verbs } from '../../../lib/core/approval/verb.ts';
import { refusals, type RefusalCode } from '../../../lib/core/refusal.ts';
import { answered, claimed, completed, dana, event, hash, runId, waiting } from '../../support/entry.ts';
import { checkRunUrl, docsUrl, issueUrl, marker, viewOf } from './view.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const codes = Object.keys(refusals) as RefusalCode[];

const ends = [
  completed,
  [...answered, event('readback.differed')],
  [...answered, event('readback.unreadable')],
  [...claimed, event('write.started'), event('write.ambiguous')],
  [...claimed, event('execution.failed')],
  [...waiting, event('run.rejected', { reason: `/approve ${hash}` })],
  [...waiting, event('run.cancelled')],
  [...waiting, event('run.expired')],
  [...waiting, event('run.superseded')],
];

/** Everything that the App may post, as often as one mail client after another may send it back. */
const texts: readonly string[] = [
  ...ends.flatMap((events) => {
    const view = viewOf(events);
    return [
      renderResult({ ...view, checkRunUrl, newer: null, marker }).body,
      renderStatus({ ...view, by: dana, checkRunUrl, marker }),
      renderWho({ ...view, by: dana, outlook: null, marker }),
      renderWhy({ ...view, by: dana, standing: null, marker }),
      renderCheckRun({ ...view, runId, canonicalText: '{}', issueUrl, signature: null, pack: () => '' })
        .summary,
    ];
  }),
  ...codes.flatMap((code) =>
    [...verbs, ''].map((verb) => {
      const details = {
        state: 'awaiting_approval',
        stillNeeded: 1,
        replacedBy: 9,
        policy: null,
        lacking: null,
      } as const;
      return renderRefusal({ code, verb, by: dana, hash, details, docsUrl, marker });
    }),
  ),
  renderHelp({ by: dana, issueUrl, marker }),
  ...codes.map((code) => renderIntakeRefusal({ code, detail: '', docsUrl, marker })),
  renderRefusalTable(),
];

describe('what we post', () => {
  it('is no command, as it stands or quoted in a reply', () => {
    expect(texts.length).toBeGreaterThan(300);
    for (const text of texts) {
      expect(parseCommand(text).kind).not.toBe('command');
      expect(parseCommand(text.replaceAll(/^/gm, '> ')).kind).not.toBe('command');
      expect(parseCommand(`Thanks!\n\nOn Monday Countersign wrote:\n${text}`).kind).not.toBe('command');
    }
  });

  it('shows no address but GitHub’s and the docs’, and no token, path or stack', () => {
    for (const text of texts) {
      expect(text).not.toMatch(/gh[ps]_|github_pat_|\bat \/|node_modules|Error:/);
      for (const [address] of text.matchAll(/https?:\/\/[^)\s]+/g))
        expect(address).toMatch(/^https:\/\/(github\.com\/acme\/|countersign\.example\.com\/)/);
    }
  });
});
