/**
 * How many bytes a text takes in UTF-8. A lone surrogate counts three, the length of the replacement
 * character that an encoder writes for it. `Buffer` is at hand without an import, and counts 10 MB in
 * a few milliseconds, where a loop over code units takes hundreds.
 */
export function utf8Length(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
