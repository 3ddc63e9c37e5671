import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../lib/core/approval/command.ts';
import { isQuestion, verbs } from '../../../lib/core/approval/verb.ts';
import { renderRefusal } from '../../../lib/core/publication/refusal.ts';
import { approvalVectors, honestVectors, nearMissVectors } from '../../support/command-vectors.ts';
import { kim } from '../../support/entry.ts';
import { readPage } from '../proposal/page.ts';

const hash = 'a3'.repeat(32);

/** The line that the answer to a body shows, ready to be pasted; null where it shows none. */
function cleanLine(body: string): string | null {
  const parsed = parseCommand(body);
  if (parsed.kind !== 'near_miss') throw new Error(`${parsed.kind} is not answered with a line`);
  const answer = renderRefusal({
    code: parsed.code,
    verb: parsed.verb ?? '',
    by: kim,
    hash,
    details: { state: 'awaiting_approval', stillNeeded: 1, replacedBy: null, policy: null, lacking: null },
    docsUrl: 'https://countersign.example.com/refusals',
    marker: '<!-- marker -->',
  });
  return readPage(answer).fences[0]?.text ?? null;
}

describe('people who mean a command', () => {
  it.each(honestVectors.filter(({ taken }) => taken))('$from, $id: are understood at once', (vector) => {
    expect(parseCommand(vector.body)).toMatchObject({ kind: 'command', verb: vector.verb });
  });

  it('are understood at once in at least 95 of 100 cases', () => {
    const understood = honestVectors.filter(({ body }) => parseCommand(body).kind === 'command');
    expect(honestVectors.length).toBeGreaterThanOrEqual(80);
    expect(understood.length / honestVectors.length).toBeGreaterThanOrEqual(0.95);
  });

  it('say each verb, from everywhere that people write', () => {
    expect(new Set(honestVectors.map(({ verb }) => verb))).toEqual(new Set(verbs));
    expect(new Set(honestVectors.map(({ from }) => from)).size).toBeGreaterThanOrEqual(6);
  });

  it.each(honestVectors.filter(({ taken }) => !taken))(
    '$from, $id: are answered with a line that then counts',
    ({ body, verb }) => {
      const line = cleanLine(body);
      expect(parseCommand(line)).toMatchObject({ kind: 'command', verb });
    },
  );
});

describe('the answer to a near miss', () => {
  const answered = [
    ...nearMissVectors.nearMiss,
    ...approvalVectors.flatMap(({ id, body }) => {
      const answer = nearMissVectors.approval[id];
      return answer === undefined || body === null ? [] : [{ ...answer, id, body }];
    }),
  ];

  it.each(answered.filter(({ verb }) => verb !== null))('$id shows the clean line', ({ body, verb }) => {
    const line = cleanLine(body);
    const named = verbs.find((known) => known === verb);
    if (named === undefined) throw new Error(`${verb} is no verb`);
    expect(line).toBe(isQuestion(named) ? `/${named}\n` : `/${named} ${hash}\n`);
    expect(parseCommand(line)).toMatchObject({ kind: 'command', verb });
  });

  it.each(answered.filter(({ verb }) => verb === null))(
    '$id shows none: two things were asked',
    ({ body }) => {
      expect(cleanLine(body)).toBeNull();
    },
  );
});
