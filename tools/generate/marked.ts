/** Puts a generated text between two marks of a page that people write. Throws when a mark is lost. */
export function fillMarked(page: string, what: string, text: string): string {
  const begin = `<!-- begin: ${what}, written by \`npm run generate\` -->`;
  const end = `<!-- end: ${what} -->`;
  const [before, after] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || after < before) throw new Error(`the page has lost the marks around: ${what}`);
  return `${page.slice(0, before)}${begin}\n\n${text}\n\n${page.slice(after)}`;
}
