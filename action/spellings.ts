/**
 * The spellings in which a credential may turn up in a text: as it is, base64 in the three alignments it
 * can have within a longer text, base64url, hexadecimal and URL-encoded.
 */
export function spellingsOf(secrets: readonly string[]): readonly string[] {
  const all = secrets.flatMap((secret) => {
    const bytes = Buffer.from(secret, 'utf8');
    const hex = bytes.toString('hex');
    const encoded = [0, 1, 2].flatMap((offset) => {
      const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
      // The first and last digits also carry bits of the neighbours.
      return [shifted.toString('base64'), shifted.toString('base64url')].map((text) =>
        text.replace(/=+$/, '').slice(offset === 0 ? 0 : offset + 1, -1),
      );
    });
    return [
      secret,
      hex,
      hex.toUpperCase(),
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      ...encoded,
    ];
  });
  // The longest first, so that none leaves a part of another behind.
  return [...new Set(all)].toSorted((left, right) => right.length - left.length);
}
