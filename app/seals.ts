import type { IncomingMessage } from 'node:http';
import { isDigest } from '../lib/core/json/digest.ts';
import type { RefusalCode } from '../lib/core/refusal.ts';
import { maxSealRequestBytes } from '../lib/core/seal/request.ts';
import type { Rates } from '../lib/service/rates.ts';
import { sealedAs, sealProposal, type Sealed, type SealPorts } from '../lib/service/seal.ts';

/** Where jobs have their proposals sealed. */
export const sealsPath = '/api/countersign/seals';

/** What seals are made from. */
export interface SealDesk {
  readonly ports: SealPorts;
  /** How often one address may ask. */
  readonly sources: Rates;
  /** How many proxies stand in front of the App, each of which adds the address it saw to `X-Forwarded-For`. */
  readonly proxies: number;
}

/** An answer of the desk: a status, and the members of a JSON object. */
export interface SealAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, string | boolean>>;
  /** Seconds to wait before asking again, where that may help. */
  readonly retryAfter: number | null;
  /** The request was not read to its end. */
  readonly isCut: boolean;
}

/** How soon to come back when it is only too often, or when GitHub does not answer. */
const retrySeconds = 5;

const statuses: Readonly<Partial<Record<RefusalCode, number>>> = {
  token_malformed: 401,
  token_untrusted: 401,
  token_expired: 401,
  token_differs: 403,
  not_installed: 403,
  token_used: 409,
  seal_invalid: 409,
  run_open: 409,
  rate_limited: 429,
  issuer_unreachable: 503,
  seal_unreadable: 503,
};

/**
 * Answers a request for a seal (POST) or the question whether a hash has one (GET). What is too often, of
 * another type or too long is refused before it is read. Rejects only when the ledger fails.
 */
export async function answerSeals(
  desk: SealDesk,
  request: IncomingMessage,
  path: string,
): Promise<SealAnswer> {
  const asked = path === sealsPath ? null : path.slice(sealsPath.length + 1);
  if (asked !== null && !isDigest(asked)) return refusal('hash_malformed', 404);
  if (request.method !== (asked === null ? 'POST' : 'GET')) return refusal('seal_malformed', 405);
  if (!desk.sources.take(sourceOf(request, desk.proxies))) return refusal('rate_limited', 429);
  if (asked !== null) {
    const sealed = await sealedAs(desk.ports.ledger, asked);
    return sealed === null ? refusal('seal_missing', 404) : answer(200, sealed);
  }
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json' || request.headers['content-encoding'] !== undefined)
    return refusal('seal_malformed', 415);
  const body = await readBody(request);
  if (body === null) return { ...refusal('seal_malformed', 413), isCut: true };
  const made = await sealProposal(desk.ports, body);
  return made.ok ? answer(201, made.value) : refusal(made.fault, statuses[made.fault] ?? 400);
}

function answer(status: number, { hash, record, at }: Sealed): SealAnswer {
  return { status, body: { sealed: true, hash, record, at }, retryAfter: null, isCut: false };
}

function refusal(code: RefusalCode, status: number): SealAnswer {
  const retryAfter = status === 429 || status === 503 ? retrySeconds : null;
  return { status, body: { sealed: false, code }, retryAfter, isCut: false };
}

/** The address that asks: the connection's, or what the outermost of our own proxies saw. */
function sourceOf(request: IncomingMessage, proxies: number): string {
  const header = request.headers['x-forwarded-for'];
  const seen = (typeof header === 'string' ? header : '').split(',').map((one) => one.trim());
  const forwarded = proxies === 0 ? undefined : seen.at(-proxies);
  return (forwarded ?? '').slice(0, 64) || (request.socket.remoteAddress ?? '');
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxSealRequestBytes) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > maxSealRequestBytes) return null;
    chunks.push(bytes);
  }
  // What is no ASCII makes the request malformed, whatever it decodes to.
  return Buffer.concat(chunks).toString('latin1');
}
