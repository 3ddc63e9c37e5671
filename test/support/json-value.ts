import * as fc from 'fast-check';
import type { JsonValue } from '../../lib/core/json/value.ts';

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '10',
    '9',
    '',
    'kind',
    '\u{1f602}',
    '\ufb33',
  ),
);

function valuesOver(number: fc.Arbitrary<number>): fc.Arbitrary<JsonValue> {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom(null, true, false),
      number,
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 5 }),
      // `fromEntries` makes own members, also of `__proto__`.
      fc.array(fc.tuple(names, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    ),
  }));
  return value;
}

const finite = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 0.1, 1e-7, 5e-324, 2 ** 53 - 1),
);

/** Values of any finite numbers. */
export const anyJsonValue: fc.Arbitrary<JsonValue> = valuesOver(finite);

/** Values that the strict parser takes: no integer beyond 2^53−1, and no -0, which has no text of its own. */
export const strictJsonValue: fc.Arbitrary<JsonValue> = valuesOver(
  finite
    .filter((number) => !Number.isInteger(number) || Number.isSafeInteger(number))
    .map((number) => (number === 0 ? 0 : number)),
);
