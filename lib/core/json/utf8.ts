/**
 * How many bytes a text takes in UTF-8. A lone surrogate counts three, the length of the replacement
 * character that an encoder writes for it.
 */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (unit < 0x800) {
      bytes += 1;
    } else {
      bytes += 2;
      // A pair is two code units and four bytes: two more than its units, counted once.
      if (isPair(unit, text.charCodeAt(at + 1))) at += 1;
    }
  }
  return bytes;
}

/** Beyond the end of a text `charCodeAt` gives NaN, which is no low surrogate. */
function isPair(unit: number, next: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
}
