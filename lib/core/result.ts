/** The answer of an operation that the domain expects to fail at times: a value, or why there is none. */
export type Result<Value, Fault> = Ok<Value> | Refused<Fault>;

/** A value that was asked for and is there. */
export interface Ok<Value> {
  readonly ok: true;
  readonly value: Value;
}

/** The reason why there is no value. */
export interface Refused<Fault> {
  readonly ok: false;
  readonly fault: Fault;
}

/** Wraps a value that was asked for and is there. */
export function ok<Value>(value: Value): Ok<Value> {
  return { ok: true, value };
}

/** Wraps the reason why there is no value. */
export function refused<Fault>(fault: Fault): Refused<Fault> {
  return { ok: false, fault };
}
