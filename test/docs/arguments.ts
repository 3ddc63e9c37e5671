/** What a `gh api` or a `curl` command line asks GitHub for. */
export interface Asked {
  readonly method: string;
  /** Path and query, without a slash before it for `gh`; whole for `curl`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** `--jq`, or null. */
  readonly jq: string | null;
}

type Field = string | number | boolean | { [name: string]: Field };

/** `gh api <path>` with `-X`, `-f`, `-F`, `-H` and `--jq`, as gh's manual says. Throws for anything else. */
export function readGh(words: readonly string[]): Asked {
  const [command, path = '', ...rest] = words;
  if (command !== 'api') throw new Error(`gh: ${command ?? ''} is not used on the page`);
  const headers: Record<string, string> = { accept: 'application/vnd.github+json' };
  const fields: Record<string, Field> = {};
  let method: string | null = null;
  let jq: string | null = null;
  for (let at = 0; at < rest.length; at += 2) {
    const [flag = '', value = ''] = rest.slice(at, at + 2);
    if (flag === '-X' || flag === '--method') method = value;
    else if (flag === '--jq') jq = value;
    else if (flag === '-H') addHeader(headers, value);
    else if (flag === '-f') addField(fields, value, (text) => text);
    else if (flag === '-F') addField(fields, value, typed);
    else throw new Error(`gh: ${flag} is not known here`);
  }
  const empty = Object.keys(fields).length === 0;
  return {
    method: method ?? (empty ? 'GET' : 'POST'),
    url: path,
    headers,
    body: empty ? null : JSON.stringify(fields),
    jq,
  };
}

/** `curl` with `-sSf`, `-X`, `-H` and `-d`. Throws for anything else. */
export function readCurl(words: readonly string[]): Asked {
  const headers: Record<string, string> = {};
  let method: string | null = null;
  let url = '';
  let body: string | null = null;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const value = words[at + 1] ?? '';
    if (word === '-sSf') continue;
    if (!word.startsWith('-')) {
      url = word;
      continue;
    }
    if (word === '-X') method = value;
    else if (word === '-H') addHeader(headers, value);
    else if (word === '-d') body = value;
    else throw new Error(`curl: ${word} is not known here`);
    at += 1;
  }
  return { method: method ?? (body === null ? 'GET' : 'POST'), url, headers, body, jq: null };
}

function addHeader(headers: Record<string, string>, text: string): void {
  const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(text) ?? [];
  headers[name.toLowerCase()] = value;
}

/** `a=1`, and `a[b]=1` for a member inside. */
function addField(fields: Record<string, Field>, text: string, convert: (value: string) => Field): void {
  const [, name = '', inner, value = ''] = /^([^=[]+)(?:\[([^\]]+)\])?=(.*)$/s.exec(text) ?? [];
  if (inner === undefined) {
    fields[name] = convert(value);
    return;
  }
  const before = fields[name];
  fields[name] = { ...(typeof before === 'object' ? before : {}), [inner]: convert(value) };
}

function typed(text: string): Field {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) ? Number(text) : text;
}
