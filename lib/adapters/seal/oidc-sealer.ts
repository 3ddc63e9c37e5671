import { isJsonObject } from '../../core/json/value.ts';
import type { Clock } from '../../core/port/clock.ts';
import type { Sealer, SealFault, SealOrder } from '../../core/port/seal.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { audienceOf } from '../../core/seal/audience.ts';
import { sealRequestKind } from '../../core/seal/request.ts';
import { readAppAnswer, sealsUrl } from './app-answer.ts';
import { exchange, jsonOf, type Reply } from './exchange.ts';

/** How often something is sent that changes nothing the second time. */
const maxTries = 3;
const usualWaitMs = 1_000;
const maxWaitMs = 10_000;

/** What a job seals with by its own identity. */
export interface OidcSealerOptions {
  /** Where the App is, without a slash at the end. */
  readonly appUrl: string;
  /** Where the runner says that ID tokens are to be asked for, and by what; null: the job may not have one. */
  readonly identity: { readonly url: string; readonly token: string } | null;
  /** Told of the ID token before it is used, so that it is kept out of every log. */
  readonly mask: (token: string) => void;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * Seals by the job's own identity: asks GitHub for a token whose audience names the hash, and sends it with
 * the record to the App, which checks both and keeps its verdict. The token is used for nothing else.
 */
export function oidcSealer(options: OidcSealerOptions): Sealer {
  return {
    kind: 'oidc',
    async seal(order) {
      const token = await askToken(options, order);
      return token.ok ? send(options, order, token.value) : token;
    },
  };
}

async function askToken(options: OidcSealerOptions, { hash }: SealOrder): Promise<Result<string, SealFault>> {
  const { identity, fetch = globalThis.fetch } = options;
  if (identity === null)
    return missing('The job may not ask for an ID token: give it `permissions: id-token: write`.');
  const { url, token } = identity;
  const reply = await often(options, async () =>
    exchange(
      {
        url: `${url}${url.includes('?') ? '&' : '?'}audience=${encodeURIComponent(audienceOf(hash))}`,
        method: 'GET',
        headers: { authorization: `Bearer ${token}` },
        timeoutMs: 10_000,
        maxBytes: 65_536,
      },
      fetch,
    ),
  );
  const answer = jsonOf(reply?.status === 200 ? reply : null, { maxLength: 65_536, maxDepth: 4 });
  const value = isJsonObject(answer) ? answer['value'] : undefined;
  if (typeof value !== 'string' || value === '')
    return missing(`GitHub gave the job no ID token (${reply === null ? 'no answer' : reply.status}).`);
  options.mask(value);
  return ok(value);
}

async function send(
  options: OidcSealerOptions,
  order: SealOrder,
  token: string,
): Promise<Result<null, SealFault>> {
  const { appUrl, fetch = globalThis.fetch } = options;
  const reply = await often(options, async () =>
    exchange(
      {
        url: sealsUrl(appUrl),
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: sealRequestKind, record: order.packedRecord, token }),
        timeoutMs: 20_000,
        maxBytes: 4096,
      },
      fetch,
    ),
  );
  const answer = readAppAnswer(reply, order);
  switch (answer.kind) {
    case 'sealed':
      return ok(null);
    case 'refused':
      return refused({ code: answer.code, what: 'The App did not seal the proposal.' });
    case 'unreadable':
      return missing(
        `The App at ${new URL(appUrl).host} did not answer as one (${reply === null ? 'no answer' : reply.status}).`,
      );
  }
}

/** Sends again what was not answered or not now: the App seals a record once, however often it is asked. */
async function often(
  { clock }: OidcSealerOptions,
  sendOnce: () => Promise<Reply | null>,
): Promise<Reply | null> {
  for (let tries = 1; ; tries += 1) {
    const reply = await sendOnce();
    if (tries === maxTries || (reply !== null && reply.status < 500 && reply.status !== 429)) return reply;
    const seconds = reply?.retryAfter ?? null;
    await clock.sleep(seconds === null ? usualWaitMs : Math.min(seconds * 1000, maxWaitMs));
  }
}

function missing(what: string): Result<never, SealFault> {
  return refused({ code: 'seal_missing', what });
}
