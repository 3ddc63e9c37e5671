import { digestBytes } from '../../core/json/digest.ts';
import { isJsonObject, type JsonValue } from '../../core/json/value.ts';
import type { ArtifactFault, Artifacts } from '../../core/port/artifacts.ts';
import type { Clock } from '../../core/port/clock.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { zip } from './archive.ts';
import { backendIdsOf, type BackendIds } from './runtime-token.ts';
import { send, type Reply } from './send.ts';

/** What keeping artifacts takes from outside. */
export interface ArtifactOptions {
  /** Where the runner keeps artifacts, and by what; null where it offers no place (GitHub Enterprise Server, a runner of one's own making). */
  readonly service: { readonly url: string; readonly token: string } | null;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly fetch?: typeof globalThis.fetch;
  /** For everything together: a proposal may be about an incident, and must not wait for a service that hangs. */
  readonly withinMs?: number;
}

/** How often a request is sent that was not answered, or not now. Each keeps one artifact under one name at most. */
const maxTries = 3;
const waitMs = 1_000;
const callMs = 15_000;
const usualMs = 60_000;

const api = 'twirp/github.actions.results.api.v1.ArtifactService';
/** The fourth generation of artifacts: each is kept once, as one archive, and never changed. */
const generation = 4;

type Ask = (method: 'CreateArtifact' | 'FinalizeArtifact', body: object) => Promise<Reply | null>;

/**
 * Artifacts of the Actions run, by the results service of github.com and ghe.com: create, upload to the address
 * that it signs, finalize with size and digest. Token and signed address are credentials; neither is printed.
 */
export function runArtifacts({
  service,
  clock,
  fetch = globalThis.fetch,
  withinMs = usualMs,
}: ArtifactOptions): Artifacts {
  return {
    async keep({ name, files, signal }) {
      const ids = service === null ? null : backendIdsOf(service.token);
      if (service === null || ids === null)
        return refused({ kind: 'unavailable', what: 'this runner offers no place for artifacts' });
      const stop = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
      const archive = await zip(files);
      if (archive === null) return failed('the answers are too large for one artifact');
      const often = async (once: () => Promise<Reply | null>): Promise<Reply | null> => {
        for (let tries = 1; ; tries += 1) {
          const reply = await once();
          const isLast = tries === maxTries || stop.aborted;
          if (isLast || (reply !== null && reply.status < 500 && reply.status !== 429)) return reply;
          await clock.sleep(waitMs * tries, stop);
        }
      };
      const ask: Ask = (method, body) =>
        often(() =>
          send(
            {
              url: new URL(`/${api}/${method}`, service.url).href,
              method: 'POST',
              headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
              body: JSON.stringify(body),
              timeoutMs: callMs,
            },
            fetch,
            stop,
          ),
        );
      const place = await create(ask, ids, name);
      if (!place.ok) return place;
      const stored = await often(() =>
        send(
          {
            url: place.value,
            method: 'PUT',
            headers: { 'content-type': 'application/zip', 'x-ms-blob-type': 'BlockBlob' },
            body: new Uint8Array(archive),
            timeoutMs: withinMs,
          },
          fetch,
          stop,
        ),
      );
      if (stored?.status !== 201) return failed(`the upload was not taken (${statusOf(stored)})`);
      const digest = digestBytes(archive);
      const done = await ask('FinalizeArtifact', {
        ...membersOf(ids, name),
        size: String(archive.length),
        hash: `sha256:${digest}`,
      });
      const isDone = done?.status === 200 && memberOf(done.body, 'ok') === true;
      return isDone ? ok(digest) : failed(`the artifact was not confirmed (${statusOf(done)})`);
    },
  };
}

/** Makes an artifact, and answers with the address to put it to. */
async function create(ask: Ask, ids: BackendIds, name: string): Promise<Result<string, ArtifactFault>> {
  const reply = await ask('CreateArtifact', { ...membersOf(ids, name), version: generation });
  if (reply?.status !== 200 || memberOf(reply.body, 'ok') !== true)
    return failed(`no artifact could be made (${statusOf(reply)})`);
  const address = memberOf(reply.body, 'signed_upload_url') ?? memberOf(reply.body, 'signedUploadUrl');
  return typeof address === 'string' && isConfidential(address)
    ? ok(address)
    : failed('the artifact has no place that can be trusted');
}

function membersOf({ run, job }: BackendIds, name: string): object {
  return { workflow_run_backend_id: run, workflow_job_run_backend_id: job, name };
}

function memberOf(body: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(body) ? body[name] : undefined;
}

/** Evidence goes over TLS, or stays on this machine. */
function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname));
}

function statusOf(reply: Reply | null): string {
  return reply === null ? 'no answer' : String(reply.status);
}

function failed(what: string): Result<never, ArtifactFault> {
  return refused({ kind: 'failed', what });
}
