/** A kind of credential that can be told by its looks. */
export type SecretKind = 'GitHub token' | 'JWT' | 'private key' | 'AWS key' | 'npm token' | 'Slack token';

/**
 * Every repetition is bounded below only and ends the search when it is reached, so that a near miss
 * costs its own minimum and the scan stays linear. Installation tokens hold dots and are about 520
 * characters long.
 */
const patterns: ReadonlyArray<readonly [SecretKind, RegExp]> = [
  ['GitHub token', /gh[oprsu]_[A-Za-z0-9._-]{36}/],
  ['GitHub token', /github_pat_[A-Za-z0-9_]{22}/],
  ['private key', /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/],
  ['AWS key', /A[KS]IA[A-Z0-9]{16}/],
  ['npm token', /npm_[A-Za-z0-9]{36}/],
  ['Slack token', /xox[abeoprs]-[A-Za-z0-9-]{20}/],
];

/**
 * What kind of credential a text holds, or null. It knows shapes, not secrets: a password in prose
 * passes. What an action writes is public to all who read its target, so composing refuses it.
 */
export function findSecret(text: string): SecretKind | null {
  for (const [kind, shape] of patterns) if (shape.test(text)) return kind;
  return holdsJwt(text) ? 'JWT' : null;
}

/** By hand: as a pattern it would scan the rest of the text anew from each `eyJ`. */
function holdsJwt(text: string): boolean {
  for (const run of text.split(/[^A-Za-z0-9_.-]/)) {
    const parts = run.split('.');
    for (const [index, header] of parts.entries()) {
      const start = header.indexOf('eyJ');
      const payload = parts[index + 1] ?? '';
      const signature = parts[index + 2] ?? '';
      // `eyJ` is `{"` in base64url: header and payload are both JSON objects.
      if (start >= 0 && header.length - start >= 12 && payload.startsWith('eyJ') && signature.length >= 8)
        return true;
    }
  }
  return false;
}
