import { ok, refused, type Result } from '../result.ts';

/** A number and where it ends in its text. */
export interface ReadNumber {
  readonly number: number;
  /** Offset just behind the number. */
  readonly end: number;
}

/** Why a number is not one that survives as it is written. */
export type NumberFaultCode = 'json_syntax' | 'json_unsafe_integer' | 'json_inexact_number';

const grammar = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;

/**
 * In UTF-16 code units. The longest canonical number has 25; what is longer is either padding or more
 * digits than a double keeps, and comparing it would only cost time.
 */
const maxLength = 400;

/**
 * Reads one JSON number at `offset`. The number as written and as RFC 8785 writes it must be the same
 * decimal number, and an integer, however spelled, must lie within ±(2^53−1): else the hash of what
 * was parsed would stand for a number nobody wrote.
 */
export function readNumber(text: string, offset: number): Result<ReadNumber, NumberFaultCode> {
  grammar.lastIndex = offset;
  const written = grammar.exec(text)?.[0];
  if (written === undefined) return refused('json_syntax');
  if (written.length > maxLength) return refused('json_inexact_number');
  const number = Number(written);
  if (Number.isInteger(number) ? !Number.isSafeInteger(number) : !Number.isFinite(number)) {
    return refused('json_unsafe_integer');
  }
  const canonical = String(number);
  if (written !== canonical && decimal(written) !== decimal(canonical)) return refused('json_inexact_number');
  return ok({ number: number === 0 ? 0 : number, end: offset + written.length });
}

/** A decimal number as sign, digits without outer zeros, and the power of ten of the last digit. */
function decimal(written: string): string {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + (digits.length - significant.length);
  return `${written.startsWith('-') ? '-' : ''}${significant}e${exponent}`;
}
