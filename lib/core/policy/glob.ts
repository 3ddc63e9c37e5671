/**
 * Whether a pattern matches a text as a whole. `*` stands for any run of characters without a slash, an
 * empty one too; everything else stands for itself. Takes time proportional to both lengths multiplied.
 */
export function matches(pattern: string, text: string): boolean {
  const ours = pattern.split('/');
  const theirs = text.split('/');
  if (ours.length !== theirs.length) return false;
  return theirs.every((part, index) => ours.slice(index, index + 1).every((one) => matchesPart(one, part)));
}

/** Greedy from the left: without slashes the earliest place for each piece between stars is as good as any. */
function matchesPart(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
