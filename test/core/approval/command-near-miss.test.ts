import { describe, expect, it } from 'vitest';
import { maxBodyLength, parseCommand } from '../../../lib/core/approval/command.ts';
import { approvalVectors, nearMissVectors } from '../../support/command-vectors.ts';

const hash = 'a3'.repeat(32);
const { approval: codes } = nearMissVectors;

describe('what was plainly meant as a command is answered by code and verb', () => {
  it.each(nearMissVectors.nearMiss)('$id $why', ({ body, code, verb }) => {
    expect(parseCommand(body)).toEqual({ kind: 'near_miss', code, verb });
  });

  it.each(approvalVectors.filter((vector) => codes[vector.id] !== undefined))('$id $why', ({ id, body }) => {
    expect(parseCommand(body)).toEqual({ kind: 'near_miss', ...codes[id] });
  });
});

describe('what was not meant as a command gets no answer', () => {
  it.each(nearMissVectors.none)('$id $why', ({ body }) => {
    expect(parseCommand(body)).toEqual({ kind: 'none' });
  });

  it('AP-12: of the approval vectors these are a missing body, an empty one, and blanks', () => {
    const silent = approvalVectors.filter((vector) => parseCommand(vector.body).kind === 'none');
    expect(silent.map((vector) => vector.id)).toEqual(['AP-empty', 'AP-redos', 'AP-nullbody']);
  });

  it('a body that GitHub never delivers is refused by its length, whatever it says', () => {
    const command = `/approve ${hash}`;
    const tail = ' '.repeat(maxBodyLength - command.length);
    expect(parseCommand(command + tail).kind).toBe('near_miss');
    expect(parseCommand(`${command + tail} `)).toEqual({ kind: 'none' });
  });
});

describe('our own words are no command', () => {
  it.each([
    [
      'the help line',
      'Commands: `/approve <hash>`, `/reject <hash> reason`, `/resume <hash>`, `/cancel <hash>`, `/status`.',
    ],
    [
      'a refusal',
      `**Not approved.** Paste this as a comment of its own:\n\`\`\`\n/approve ${hash}\n\`\`\`\n`,
    ],
    [
      'the proposal',
      `To approve exactly this:\n\`\`\`\n/approve ${hash}\n\`\`\`\nTo refuse: \`/reject ${hash} your reason\`.`,
    ],
    ['the proposal, quoted whole', `> To approve exactly this:\n> \`\`\`\n> /approve ${hash}\n> \`\`\``],
  ])('%s', (_, body) => {
    expect(parseCommand(body).kind).not.toBe('command');
  });
});
