/** What people who do this job tripped over elsewhere, each as it should be here; the report stands beside it. */
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../../lib/core/approval/command.ts';
import { hashVerbs, questions, verbs, type Verb } from '../../../lib/core/approval/verb.ts';

const hash = 'a3'.repeat(32);
const approve = `/approve ${hash}`;

function lineOf(verb: Verb): string {
  return hashVerbs.some((named) => named === verb) ? `/${verb} ${hash}` : `/${verb}`;
}

function expectCleanLine(body: string, verb = 'approve', code = 'command_malformed'): void {
  expect(parseCommand(body)).toEqual({ kind: 'near_miss', code, verb });
}

describe('an approval is the whole comment', () => {
  // runatlantis/atlantis#6643
  it('users 1: an invisible comment of HTML that a tracker adds is answered with the clean line, never with silence', () => {
    expectCleanLine(`${approve}\n<!-- jira:smart-link -->`);
    expectCleanLine(`${approve} <!-- x -->`);
  });

  // runatlantis/atlantis#6728
  it.each([
    ['behind it', `${approve}\n\n<!-- a -->`],
    ['before it', `<!-- a -->${approve}`],
    ['on a line before it', `<!-- a -->\n${approve}`],
    ['around it', `<!-- a -->\n${approve}\n<!-- b -->`],
    ['within it', `/approve <!-- a -->${hash}`],
    ['twice', `${approve}<!-- a --><!-- b -->`],
    ['over lines', `${approve}\n<!--\na\n\nb\n-->`],
    ['that does not end', `${approve}\n<!-- a`],
    ['that holds it', `<!-- ${approve} -->`],
    ['that holds it on a line of its own', `<!--\n${approve}\n-->`],
    ['that ends at once', `<!-->${approve}`],
  ])('users 2: comments of HTML never let an approval through, %s', (_, body) => {
    expect(parseCommand(body)).toMatchObject({ kind: 'near_miss', verb: 'approve' });
  });

  // Doenet/DoenetApps#3000
  it('users 3: CRLF behind the hash is the end of a line, and a lone CR is answered with the clean line', () => {
    expect(parseCommand(`${approve}\r\n`)).toEqual({ kind: 'command', verb: 'approve', hash, reason: '' });
    expectCleanLine(`${approve}\r`);
    expectCleanLine(`\r\n${approve}`);
  });

  // dependabot/feedback#277
  it('users 5: the tail of a mail is answered with the clean line', () => {
    expectCleanLine(`${approve}\n\nOn Mon, 30 Nov 2026 at 15:10, Countersign wrote:\n\n> ${approve}\n`);
    expectCleanLine(`${approve}\n-- \nKim\n`);
    expectCleanLine(`${approve}\n\nSent from my iPhone`);
    expectCleanLine(`${approve}\n________________________________\nFrom: Countersign\nSubject: Re: [acme]`);
  });

  // runatlantis/atlantis#1752, #5244
  it.each([
    ['a bullet', `- ${approve}`],
    ['an asterisk and backticks', `* \`${approve}\``],
    ['a bullet, backticks and a line’s end', `- \`${approve}\`\n`],
    ['a number', `1. ${approve}`],
    ['a box to tick', `- [ ] ${approve}`],
    ['a fence', `\`\`\`text\n${approve}\n\`\`\``],
    ['bold type', `**${approve}**`],
  ])('users 8: the line pasted with %s is answered with the clean line', (_, body) => {
    expectCleanLine(body);
  });
});

describe('what is not meant as a command gets no answer', () => {
  // OCA/oca-github-bot#82
  it('users 4: a quote never counts, and beside words of one’s own it is no command', () => {
    expect(parseCommand(`> ${approve}\n\nWhy 41?`)).toEqual({ kind: 'none' });
    expect(parseCommand(`Why 41?\n\n> ${approve}`)).toEqual({ kind: 'none' });
    expect(parseCommand(`> > ${approve}\n> \n> Fine by me.\n\nMe too.`)).toEqual({ kind: 'none' });
    // Nothing but a quote was meant to be said again: it does nothing, and is answered.
    expectCleanLine(`> ${approve}`);
  });

  // runatlantis/atlantis#534
  it.each([
    'Thanks, that looks right to me.',
    'I would /approve it if staging were green.',
    '/deploy staging',
    '/retest',
    '/lgtm',
    'atlantis plan',
    '@octo-kim can you look?',
    'see docs/approve.md and https://example.test/reject',
    '/var/log/status.txt is empty',
    'approved, see you on Monday',
  ])('users 7: %s', (body) => {
    expect(parseCommand(body)).toEqual({ kind: 'none' });
  });
});

describe('all verbs are read alike', () => {
  const tails = [
    ' please',
    '\nplease',
    '.',
    '\r',
    '\u00a0',
    `\n> ${approve}`,
    ' '.repeat(17),
    '\n\n-- \nKim',
  ];

  // trstringer/manual-approval#21
  it('users 9: a rejection carries its reason, on its line and on those that follow', () => {
    expect(parseCommand(`/reject ${hash} only on staging`)).toMatchObject({ reason: 'only on staging' });
    expect(parseCommand(`/reject ${hash} first\r\nsecond\r\n\r\nthird`)).toMatchObject({
      reason: 'first\nsecond\n\nthird',
    });
  });

  // kubernetes/test-infra#9569
  it('users 11: the same text behind any other verb comes to the same answer', () => {
    for (const tail of tails) {
      const answers = verbs
        .filter((verb) => verb !== 'reject')
        .map((verb) => ({ verb, parsed: parseCommand(lineOf(verb) + tail) }));
      for (const { verb, parsed } of answers)
        expect(parsed).toEqual({ kind: 'near_miss', code: 'command_malformed', verb });
    }
  });

  it('users 11: the same text before any verb comes to the same answer', () => {
    for (const head of ['please ', '- ', '`', '> ', '\n', ' ', '\u200b', '<!-- a -->', '```\n']) {
      const kinds = verbs.map((verb) => {
        const parsed = parseCommand(head + lineOf(verb));
        return parsed.kind === 'near_miss' ? parsed.code : parsed.kind;
      });
      // Prose before a question is prose about one; before a whole hash it is no prose any more.
      const expected = verbs.map((verb) =>
        head === 'please ' && questions.some((question) => question === verb) ? 'none' : 'command_malformed',
      );
      expect(kinds, JSON.stringify(head)).toEqual(expected);
    }
  });

  // kubernetes/test-infra#15749
  it('users 12: two verbs in one comment do nothing, whichever they are', () => {
    for (const first of verbs)
      for (const second of verbs) {
        const parsed = parseCommand(`${lineOf(first)}\n${lineOf(second)}`);
        expect(parsed).toMatchObject({ kind: 'near_miss', code: 'command_ambiguous' });
      }
  });
});
