/** The runner's artifact service as the Action uses it, strict: what the real one would refuse is refused and noted. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from './loopback.ts';

const prefix = '/twirp/github.actions.results.api.v1.ArtifactService/';

/** How a request is answered instead; null: as usual. */
export type Disturbance = (request: {
  readonly what: 'CreateArtifact' | 'upload' | 'FinalizeArtifact';
  /** Counted from 1, for each kind. */
  readonly nth: number;
}) => { readonly status: number; readonly body?: string; readonly location?: string } | 'cut' | 'hang' | null;

export interface KeptArtifact {
  readonly name: string;
  readonly archive: Buffer;
  readonly sha256: string;
}

export interface ResultsService {
  readonly url: string;
  /** Of one job: what the runner gives it. */
  readonly token: string;
  /** Artifacts that were confirmed. */
  readonly artifacts: readonly KeptArtifact[];
  /** `CreateArtifact 200`, … */
  readonly log: readonly string[];
  /** What a client did that the real service would not have taken. */
  readonly violations: readonly string[];
  close(): Promise<void>;
}

const ids = { run: 'ce7f54c7-61c7-4aae-887f-30da475f5f1a', job: 'ca395085-040a-526b-2ce8-bdc85f692774' };

/** A token as the runner gives one: three parts, of which the second says what it is for. */
export function runtimeToken(
  claims: object = { scp: `Actions.GenericRead:x Actions.Results:${ids.run}:${ids.job}` },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256' })}.${part(claims)}.c2lnbmVkLWJ5LXRoZS1ydW5uZXI`;
}

export async function startResultsService(disturb: Disturbance = () => null): Promise<ResultsService> {
  const token = runtimeToken();
  const made = new Map<string, Buffer | null>();
  const artifacts: KeptArtifact[] = [];
  const log: string[] = [];
  const violations: string[] = [];
  const counts = new Map<string, number>();
  const need = (holds: boolean, what: string): boolean => {
    if (!holds) violations.push(what);
    return holds;
  };

  const call = (method: string, { headers }: IncomingMessage, text: string): readonly [number, object] => {
    const isSound =
      need(headers.authorization === `Bearer ${token}`, `${method}: another token`) &&
      need(headers['content-type'] === 'application/json', `${method}: no JSON`);
    const body: Record<string, unknown> = JSON.parse(text);
    const { workflow_run_backend_id: run, workflow_job_run_backend_id: job, name } = body;
    if (!isSound || !need(run === ids.run && job === ids.job, `${method}: another job`))
      return [401, { code: 'unauthenticated' }];
    if (!need(typeof name === 'string' && /^[^":<>|*?\r\n\\/]+$/.test(name), `${method}: no name`))
      return [400, { code: 'invalid_argument' }];
    const key = String(name);
    if (method === 'CreateArtifact') {
      need(body['version'] === 4, 'CreateArtifact: another generation');
      if (made.has(key)) return [409, { code: 'already_exists' }];
      made.set(key, null);
      return [200, { ok: true, signed_upload_url: `${url}/blobs/${key}?sig=c2FzLWNhbmFyeQ%3D%3D` }];
    }
    const archive = made.get(key) ?? null;
    if (archive === null) return [404, { code: 'not_found' }];
    const sha256 = createHash('sha256').update(archive).digest('hex');
    need(body['size'] === String(archive.length), 'FinalizeArtifact: another size');
    need(body['hash'] === `sha256:${sha256}`, 'FinalizeArtifact: another digest');
    artifacts.push({ name: key, archive, sha256 });
    return [200, { ok: true, artifact_id: String(artifacts.length) }];
  };

  const upload = (path: URL, { headers }: IncomingMessage, body: Buffer): readonly [number, object] => {
    need(headers.authorization === undefined, 'upload: a token for a place that is not its own');
    need(headers['x-ms-blob-type'] === 'BlockBlob', 'upload: no kind of blob');
    need(headers['content-length'] === String(body.length), 'upload: no length');
    const name = decodeURIComponent(path.pathname.slice('/blobs/'.length));
    if (!need(path.searchParams.get('sig') === 'c2FzLWNhbmFyeQ==' && made.has(name), 'upload: not signed'))
      return [403, {}];
    made.set(name, body);
    return [201, {}];
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const path = new URL(request.url ?? '/', url);
    const method = path.pathname.startsWith(prefix) ? path.pathname.slice(prefix.length) : null;
    const what =
      method === 'CreateArtifact' || method === 'FinalizeArtifact'
        ? method
        : path.pathname.startsWith('/blobs/')
          ? 'upload'
          : null;
    if (what === null || !need(request.method === (what === 'upload' ? 'PUT' : 'POST'), 'another method')) {
      violations.push(`${request.method} ${path.pathname}`);
      response.writeHead(404).end();
      return;
    }
    const nth = (counts.get(what) ?? 0) + 1;
    counts.set(what, nth);
    const instead = disturb({ what, nth });
    if (instead === 'hang') {
      log.push(`${what} unanswered`);
      return;
    }
    if (instead === 'cut') {
      log.push(`${what} cut`);
      request.socket.destroy();
      return;
    }
    if (instead !== null) {
      const { status, body: text = '{}', location } = instead;
      log.push(`${what} ${status}`);
      response.writeHead(status, location === undefined ? {} : { location }).end(text);
      return;
    }
    const [status, answered] =
      what === 'upload' ? upload(path, request, body) : call(what, request, body.toString('utf8'));
    log.push(`${what} ${status}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered));
  };

  const server = createServer((request, response) => void answer(request, response));
  const url = await listen(server);
  return { url, token, artifacts, log, violations, close: async () => close(server) };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
