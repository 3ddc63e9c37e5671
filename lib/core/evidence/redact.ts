import { findSecret } from '../action/secret-shapes.ts';

/** Stands where a credential was. */
const mark = '[redacted]';

/** Shorter than this a known secret would blank ordinary words. */
const minKnown = 8;

/**
 * Takes credentials out of a text: the given ones, and whatever looks like one. It works word by word
 * and never looks at a character twice, so near misses of any length cost linear time.
 */
export function redact(text: string, known: readonly string[]): string {
  let rest = text;
  for (const secret of known) if (secret.length >= minKnown) rest = rest.replaceAll(secret, mark);
  return withoutKeys(rest).replaceAll(/[A-Za-z0-9_.-]{20,}/g, (word) =>
    findSecret(word) === null ? word : mark,
  );
}

const begin = '-----BEGIN ';
const end = '-----END ';
/** A private key's label ends within this many characters. */
const maxLabel = 60;
const keyLabel = /^[A-Z0-9 ]{0,40}PRIVATE KEY/;

/** Takes out private keys in PEM, to their last line, or to the text's end where that is missing. */
function withoutKeys(text: string): string {
  const parts: string[] = [];
  let from = 0;
  let at = text.indexOf(begin);
  while (at >= 0) {
    const label = text.slice(at + begin.length, at + begin.length + maxLabel);
    if (keyLabel.test(label)) {
      const last = text.indexOf(end, at);
      const behind = last < 0 ? -1 : text.indexOf('-----', last + end.length);
      parts.push(text.slice(from, at), mark);
      from = behind < 0 ? text.length : behind + 5;
    }
    at = text.indexOf(begin, Math.max(from, at + begin.length));
  }
  parts.push(text.slice(from));
  return parts.join('');
}
