import { isJsonObject, type JsonValue } from '../../lib/core/json/value.ts';

/** What the server asks with: the job's repository, and a token that may read it. */
export interface Access {
  /** REST address of the host, without a slash at the end. */
  readonly apiUrl: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

/** What went wrong, in our own words: nothing of an answer's text is handed on. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** GitHub answers within seconds; a bundle's calls have 20. */
const timeoutMs = 15_000;
/** A commit of 300 files with their patches has some megabytes; whatever is larger is no evidence that anybody reads. */
const maxBytes = 8_388_608;

const apiVersion = '2022-11-28';

/** Reads one path below the repository, `/deployments`. Never more than a read: nothing here sends another method. */
export async function read(
  access: Access,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): Promise<JsonValue> {
  const { apiUrl, repository, token } = access;
  const url = new URL(`${apiUrl}/repos/${repository}${path}`);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const answer = await ask(url, token);
  if (answer.status === 404) throw new Unanswered('GitHub has nothing there, or the token may not read it.');
  if (answer.status !== 200) {
    await answer.body?.cancel();
    // Also how GitHub answers who asks too often.
    const missing = answer.status === 403 ? ` The job may need the permission ${permissionOf(path)}.` : '';
    throw new Unanswered(`GitHub answered ${answer.status}.${missing}`);
  }
  return parse(await readBounded(answer));
}

/** What a workflow has to grant for a path (docs.github.com, permissions of `GITHUB_TOKEN`). */
function permissionOf(path: string): string {
  if (path.startsWith('/dependabot/')) return 'vulnerability-alerts: read';
  if (path.startsWith('/deployments')) return 'deployments: read';
  if (path.startsWith('/actions/')) return 'actions: read';
  return path.endsWith('/check-runs') ? 'checks: read' : 'contents: read';
}

async function ask(url: URL, token: string): Promise<Response> {
  try {
    return await fetch(url, {
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'user-agent': 'countersign-github',
        'x-github-api-version': apiVersion,
      },
      // A redirect could lead the token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw new Unanswered(`GitHub could not be asked, or did not answer within ${timeoutMs / 1000} s.`);
  }
}

async function readBounded(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of answer.body ?? []) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw new Unanswered(`GitHub's answer is over ${maxBytes} bytes.`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof Unanswered ? error : new Unanswered('GitHub did not finish its answer.');
  }
  return Buffer.concat(pieces).toString('utf8');
}

function parse(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    throw new Unanswered('GitHub answered with something that is no JSON.');
  }
}

/** A member of an answer; undefined where the answer has none. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A member that is a list, empty where it is none. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A text or a number as it is given, null where the answer has neither; a text no longer than this. */
export function plain(value: JsonValue | undefined, maxLength = 200): string | number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const characters = Array.from(value.slice(0, maxLength * 2 + 2));
  return characters.length <= maxLength ? value : `${characters.slice(0, maxLength).join('')}…`;
}
