import type { Digest } from '../../core/json/digest.ts';
import { isJsonObject } from '../../core/json/value.ts';
import type { SealSubject } from '../../core/port/seal.ts';
import { refusals, type RefusalCode } from '../../core/refusal.ts';
import { jsonOf, type Reply } from './exchange.ts';

/** What the App says of a seal: that it holds for exactly this, why there is none, or nothing that can be read. */
export type AppAnswer =
  | { readonly kind: 'sealed' }
  | { readonly kind: 'refused'; readonly code: RefusalCode }
  | { readonly kind: 'unreadable' };

/** Where an App seals. */
export function sealsUrl(appUrl: string, hash?: Digest): string {
  return `${appUrl}/api/countersign/seals${hash === undefined ? '' : `/${hash}`}`;
}

/** Reads the App's answer about one hash and one record. */
export function readAppAnswer(
  reply: Reply | null,
  { hash, record }: Pick<SealSubject, 'hash' | 'record'>,
): AppAnswer {
  const answer = jsonOf(reply, { maxLength: 4096, maxDepth: 4 });
  if (reply === null || !isJsonObject(answer)) return { kind: 'unreadable' };
  if (reply.status === 200 || reply.status === 201) {
    const isOurs = answer['sealed'] === true && answer['hash'] === hash && answer['record'] === record;
    return isOurs ? { kind: 'sealed' } : { kind: 'unreadable' };
  }
  const { code } = answer;
  return answer['sealed'] === false && isCode(code) ? { kind: 'refused', code } : { kind: 'unreadable' };
}

function isCode(code: unknown): code is RefusalCode {
  return typeof code === 'string' && Object.hasOwn(refusals, code);
}
