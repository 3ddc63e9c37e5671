import type { JsonObject } from '../json/value.ts';

/** The local log. Never an untrusted text, a secret, a body or a stack in it: codes, ids, counts and times. */
export interface Log {
  info(event: string, fields: JsonObject): void;
  warn(event: string, fields: JsonObject): void;
}
