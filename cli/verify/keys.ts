import { readFile } from 'node:fs/promises';
import { readKeys } from '../../lib/core/export/key.ts';
import { parseJson } from '../../lib/core/json/parse.ts';
import type { TrustedKeys } from '../../lib/core/verify/presented.ts';

/** A key set is a few hundred bytes. */
const maxLength = 65_536;

const timeoutMs = 10_000;

/** A key can't be had as it was given; in words for whoever gave it. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
}

/**
 * The keys that `--key` names: a JWK or a key set in a file or at a web address, or a key's thumbprint,
 * as `countersign export` prints it. Rejects with a `KeyFault`.
 */
export async function trustedKeys(given: readonly string[]): Promise<TrustedKeys> {
  const thumbprints = given.filter(isThumbprint);
  const places = given.filter((one) => !isThumbprint(one));
  const keys = await Promise.all(places.map(async (place) => keysIn(place, await textOf(place))));
  return { keys: keys.flat(), thumbprints };
}

function isThumbprint(given: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(given);
}

function keysIn(place: string, text: string): TrustedKeys['keys'] {
  const json = parseJson(text, { maxLength, maxDepth: 8 });
  const keys = json.ok ? readKeys(json.value) : null;
  if (keys === null)
    throw new KeyFault(
      `${place} holds no Ed25519 key of an App: give a JWK, or /.well-known/countersign/jwks.json`,
    );
  return keys;
}

async function textOf(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) {
    try {
      return await readFile(place, 'utf8');
    } catch {
      throw new KeyFault(`there is no key at ${place}`);
    }
  }
  if (!isSafe(place)) throw new KeyFault(`${place}: a key comes over https, except from this machine`);
  try {
    const answer = await fetch(place, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new KeyFault(`${place} answered ${answer.status}`);
    return (await answer.text()).slice(0, maxLength + 1);
  } catch (error) {
    throw error instanceof KeyFault ? error : new KeyFault(`${place} does not answer`);
  }
}

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
