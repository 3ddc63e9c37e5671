import { describe, expect, it } from 'vitest';
import { maxReasonBytes, parseCommand, type ParsedCommand } from '../../../lib/core/approval/command.ts';
import { hashVerbs, questions } from '../../../lib/core/approval/verb.ts';
import { utf8Length } from '../../../lib/core/json/utf8.ts';
import { approvalVectors } from '../../support/command-vectors.ts';

const hash = 'a3'.repeat(32);

/** Which case of the threat catalogue a vector stands for. */
const caseOf: Readonly<Record<string, string>> = {
  'AP-prefix': 'AP-01',
  'AP-63': 'AP-01',
  'AP-upper': 'AP-02',
  'AP-verbcase': 'AP-02',
  'AP-sha-prefix': 'AP-02',
  'AP-trailing': 'AP-03',
  'AP-after': 'AP-03',
  'AP-fence': 'AP-04',
  'AP-inline': 'AP-04',
  'AP-indent': 'AP-04',
  'AP-quote': 'AP-04',
  'AP-details': 'AP-04',
  'AP-html': 'AP-04',
  'AP-link': 'AP-04',
  'AP-strike': 'AP-04',
  'AP-ok-3': 'AP-06',
  'AP-cr': 'AP-07',
  'AP-ls': 'AP-07',
  'AP-ff': 'AP-07',
  'AP-nbsp': 'AP-08',
  'AP-bom': 'AP-08',
  'AP-zwsp': 'AP-08',
  'AP-shy': 'AP-08',
  'AP-tagchar': 'AP-08',
  'AP-rlo': 'AP-08',
  'AP-cyr-a': 'AP-09',
  'AP-fullwidth': 'AP-09',
  'AP-slash': 'AP-09',
  'AP-two-diff': 'AP-10',
  'AP-approve-deny': 'AP-10',
  'AP-nullbody': 'AP-12',
  'AP-empty': 'AP-12',
  'AP-huge': 'AP-12',
  'AP-redos': 'AP-12',
};

function command(verb: string, reason = ''): unknown {
  return {
    kind: 'command',
    verb,
    hash: questions.some((question) => question === verb) ? null : hash,
    reason,
  };
}

/** The reason of a rejection, or null when the body is none. */
function reasonOf(body: string): string | null {
  const parsed: ParsedCommand = parseCommand(body);
  return parsed.kind === 'command' && parsed.verb === 'reject' ? parsed.reason : null;
}

describe('the vectors of an approval', () => {
  it.each(approvalVectors.map((vector) => [caseOf[vector.id] ?? 'AP', vector] as const))(
    '%s $id: $why',
    (_, { body, expect: expected }) => {
      const parsed = parseCommand(body);
      if (expected === null) expect(parsed.kind).not.toBe('command');
      else expect(parsed).toEqual({ kind: 'command', reason: '', ...expected });
    },
  );

  it('hold approvals and refusals', () => {
    const approvals = approvalVectors.filter((vector) => vector.expect !== null);
    expect(approvals).toHaveLength(4);
    expect(approvalVectors.length).toBeGreaterThan(40);
  });
});

describe('a verb with a hash is the whole body', () => {
  it.each(hashVerbs)('/%s', (verb) => {
    expect(parseCommand(`/${verb} ${hash}`)).toEqual(command(verb));
  });

  it.each([
    ['one line feed', '\n'],
    ['AP-06 CRLF', '\r\n'],
    ['tabs and blanks', ' \t \t'],
    ['16 blanks', ' '.repeat(16)],
    ['16 characters of CRLF', '\r\n'.repeat(8)],
    ['every kind of them', ' \t\n\r\n'],
  ])('and %s', (_, tail) => {
    for (const verb of hashVerbs) expect(parseCommand(`/${verb} ${hash}${tail}`)).toEqual(command(verb));
    for (const question of questions) expect(parseCommand(`/${question}${tail}`)).toEqual(command(question));
  });

  it.each([
    ['17 blanks', ' '.repeat(17)],
    ['17 characters of CRLF', `${'\r\n'.repeat(8)} `],
    ['AP-07 a lone CR', '\r'],
    ['AP-07 a lone CR before CRLF', '\r\r\n'],
    ['AP-07 LF and CR the wrong way round', '\n\r'],
    ['AP-07 VT', '\u000b'],
    ['AP-07 FF', '\f'],
    ['AP-07 NEL', '\u0085'],
    ['AP-07 U+2028', '\u2028'],
    ['AP-08 NBSP', '\u00a0'],
    ['AP-08 BOM', '\ufeff'],
    ['AP-08 ZWSP', '\u200b'],
    ['AP-08 a tag character', '\u{e0061}'],
    ['a NUL', '\0'],
    ['a lone surrogate', '\ud800'],
    ['AP-03 a word', ' please'],
    ['a full stop', '.'],
    ['one more digit', 'a'],
  ])('but not with %s behind it', (_, tail) => {
    for (const verb of ['approve', 'resume', 'cancel']) {
      expect(parseCommand(`/${verb} ${hash}${tail}`)).toMatchObject({ kind: 'near_miss', verb });
    }
    for (const question of questions) expect(parseCommand(`/${question}${tail}`).kind).not.toBe('command');
  });

  it('AP-02, AP-08: in this one spelling', () => {
    const bodies = [
      ` /approve ${hash}`,
      `/approve\t${hash}`,
      `/approve  ${hash}`,
      `/APPROVE ${hash}`,
      `/approve ${hash.toUpperCase()}`,
    ];
    for (const body of bodies) expect(parseCommand(body).kind).toBe('near_miss');
  });

  it('AP-12: null is none', () => {
    expect(parseCommand(null)).toEqual({ kind: 'none' });
  });
});

describe('a rejection may say why', () => {
  it.each([
    ['on the same line', ' too risky', 'too risky'],
    ['behind a tab', '\ttoo risky', 'too risky'],
    ['on the next line', '\ntoo risky\n', 'too risky'],
    ['on lines of CRLF', '\r\n\r\ntoo risky\r\n', 'too risky'],
    ['over lines', ' first\nsecond', 'first\nsecond'],
    ['over lines of CRLF, which web forms send', ' first\r\nsecond\r\n', 'first\nsecond'],
    ['behind more blanks than an approval may have', ' '.repeat(100), ''],
    ['with a verb in its prose', " don't /approve this yet", "don't /approve this yet"],
    ['with a slip of a verb', '\n/approved by mistake', '/approved by mistake'],
    ['with a quoted command, as mail programs add', `\n> /approve ${hash}`, `> /approve ${hash}`],
    ['with an invisible character, shown as an escape', ' no\u202eon', 'no\\u{202E}on'],
    ['with a lone CR, shown as an escape', ' a\rb', 'a\\u{000D}b'],
    ['with a lone surrogate, shown as an escape', ' a\ud800', 'a\\u{D800}'],
  ])('%s', (_, tail, reason) => {
    expect(parseCommand(`/reject ${hash}${tail}`)).toEqual(command('reject', reason));
  });

  it('at any length, of which a bounded part is kept', () => {
    const reason = reasonOf(`/reject ${hash} ${'because '.repeat(8000)}`) ?? '';
    expect(utf8Length(reason)).toBeLessThanOrEqual(maxReasonBytes);
    expect(reason).toMatch(/^because .*\n\[… 63\d\d\d of 63999 bytes left out …\]\n.*because$/);
  });

  it.each([
    ['a lone CR', '\r'],
    ['NBSP', '\u00a0'],
    ['nothing', ''],
    ['a colon', ': '],
  ])('but not behind %s', (_, separator) => {
    expect(parseCommand(`/reject ${hash}${separator}why`)).toMatchObject({
      kind: 'near_miss',
      verb: 'reject',
    });
  });

  it.each([
    ['a line of its own', `\n/approve ${hash}`],
    ['an indented line', `\n    /approve ${hash}`],
    ['a fence', `\n\`\`\`\n/approve ${hash}\n\`\`\``],
    ['the same line', ` /approve ${hash}`],
    ['a line without a hash', '\n/status'],
    ['a line with a question', '\n/who'],
    ['a line behind U+2028', `\u2028/approve ${hash}`],
    ['a disguise', `\n/\u0430pprove ${hash}`],
  ])('AP-10: and never holds a second command, on %s', (_, tail) => {
    expect(parseCommand(`/reject ${hash} no${tail}`)).toMatchObject({
      kind: 'near_miss',
      code: 'command_ambiguous',
    });
  });
});
