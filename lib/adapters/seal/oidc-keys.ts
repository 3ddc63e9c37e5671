import type { JsonValue } from '../../core/json/value.ts';
import type { Clock } from '../../core/port/clock.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { readDiscovery } from '../../core/seal/discovery.ts';
import { readIssuerKeys, type IssuerKey } from '../../core/seal/key.ts';
import { exchange, jsonOf } from './exchange.ts';

/** Keys are asked for again after this, so that one that was taken away stops counting. */
const keptMs = 3_600_000;

/** Tokens with keys that nobody knows cost the issuer no more than one question in this time. */
const coolDownMs = 60_000;

/** An issuer that did not answer is asked again after this. */
const retryMs = 5_000;

/** GitHub's documents take under 10 KB. */
const bounds = { timeoutMs: 5_000, maxBytes: 262_144 };

/** The keys of one issuer. */
export interface IssuerKeys {
  find(keyId: string): Promise<Result<IssuerKey, 'token_untrusted' | 'issuer_unreachable'>>;
}

/** Keeps an issuer's keys, as its own discovery document says where they are. Asked for when first needed. */
export function issuerKeys(
  issuer: string,
  clock: Pick<Clock, 'now'>,
  fetch: typeof globalThis.fetch,
): IssuerKeys {
  let keys: ReadonlyMap<string, IssuerKey> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let nextAt = Number.NEGATIVE_INFINITY;
  let isReached = true;
  let underWay: Promise<void> | null = null;

  const read = async (): Promise<void> => {
    const found = await readKeys(issuer, fetch);
    const now = clock.now();
    isReached = found !== null;
    nextAt = now + (found === null ? retryMs : coolDownMs);
    if (found === null) return;
    keys = found;
    readAt = now;
  };
  // Whoever comes meanwhile waits for the same answer.
  const readOnce = async (): Promise<void> => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return {
    async find(keyId) {
      const kept = (): IssuerKey | undefined => (clock.now() < readAt + keptMs ? keys.get(keyId) : undefined);
      if (kept() === undefined && (underWay !== null || clock.now() >= nextAt)) await readOnce();
      const key = kept();
      if (key !== undefined) return ok(key);
      return refused(isReached ? 'token_untrusted' : 'issuer_unreachable');
    },
  };
}

/** Null: the issuer did not tell its keys. */
async function readKeys(
  issuer: string,
  fetch: typeof globalThis.fetch,
): Promise<ReadonlyMap<string, IssuerKey> | null> {
  const document = await readDocument(`${issuer}/.well-known/openid-configuration`, fetch);
  const discovery = readDiscovery(document, issuer);
  if (discovery === null) return null;
  const set = readIssuerKeys(await readDocument(discovery.keySet, fetch));
  return set.size === 0 ? null : set;
}

/** JSON `null` where nothing came that can be read. */
async function readDocument(url: string, fetch: typeof globalThis.fetch): Promise<JsonValue> {
  const reply = await exchange({ url, method: 'GET', headers: {}, ...bounds }, fetch);
  return jsonOf(reply?.status === 200 ? reply : null, { maxLength: bounds.maxBytes, maxDepth: 16 });
}
