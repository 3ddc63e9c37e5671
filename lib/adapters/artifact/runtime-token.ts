import { decodeUtf8 } from '../../core/export/base64.ts';
import { parseJson } from '../../core/json/parse.ts';
import { isJsonObject } from '../../core/json/value.ts';

/** By which ids the artifact service knows a job. */
export interface BackendIds {
  readonly run: string;
  readonly job: string;
}

const maxLength = 65_536;

/**
 * The ids that the job's runtime token names in its scope `Actions.Results:<run>:<job>`; null where it names none.
 * The token is the runner's own, so nothing here is verified: the service does that.
 */
export function backendIdsOf(token: string): BackendIds | null {
  const [, claims, signature] = token.split('.');
  if (claims === undefined || signature === undefined || claims.length > maxLength) return null;
  const text = decodeUtf8(Buffer.from(claims, 'base64url'));
  const read = text === null ? null : parseJson(text, { maxLength, maxDepth: 8 });
  const scopes = read?.ok === true && isJsonObject(read.value) ? read.value['scp'] : null;
  if (typeof scopes !== 'string') return null;
  for (const scope of scopes.split(' ')) {
    const [, run, job] = /^Actions\.Results:([\w-]{1,128}):([\w-]{1,128})$/.exec(scope) ?? [];
    if (run !== undefined && job !== undefined) return { run, job };
  }
  return null;
}
