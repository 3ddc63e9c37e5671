import { describe, expect, it } from 'vitest';
import { spellingsOf } from '../../action/spellings.ts';
import { redact } from '../../lib/core/evidence/redact.ts';

const secret = 'a secret with "quotes" & 🔑, 40 bytes long';
const known = spellingsOf([secret]);

describe('SE-02: a credential is found in the spellings it may turn up in', () => {
  it.each([
    ['as it is', secret],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in capital hexadecimal', Buffer.from(secret).toString('hex').toUpperCase()],
    ['in an address', encodeURIComponent(secret)],
    ['in JSON', JSON.stringify(secret)],
    ...[0, 1, 2, 3].flatMap((before): Array<[string, string]> => {
      const bytes = Buffer.concat([Buffer.alloc(before, 'x'), Buffer.from(secret), Buffer.from('yz')]);
      return [
        [`in base64, ${before} bytes in`, bytes.toString('base64')],
        [`in base64url, ${before} bytes in`, bytes.toString('base64url')],
      ];
    }),
  ])('%s', (_, text) => {
    expect(redact(`before ${text} after`, known)).toContain('[redacted]');
  });

  it('other texts of the same kinds stay', () => {
    const other = Buffer.from('nothing secret in here at all').toString('base64');
    expect(redact(other, known)).toBe(other);
  });
});
