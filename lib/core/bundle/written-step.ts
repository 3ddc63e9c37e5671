import {
  described,
  integer,
  list,
  nullable,
  pattern,
  refined,
  text,
  object,
  type Shape,
  type ShapeFault,
} from '../json/shape.ts';
import { isJsonArray, type JsonValue } from '../json/value.ts';
import { ok, refused, type Result } from '../result.ts';
import type { Loop, Step } from './bundle.ts';
import { anyObjectOf, filled } from './shapes.ts';
import { soleExpression } from './template.ts';

const stepWord = /^[a-z][a-z0-9_-]{0,31}$/;
const call = /^[a-z0-9][a-z0-9-]{0,31}\.[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const maxItems = 20;
const defaultExcerptBytes = 4096;

/** Expressions are read as GitHub reads them; longer ones belong into several steps. */
const expression = text('an expression of at most 1,000 characters', 1000);

const items: Shape<JsonValue> = described({ type: ['array', 'string'], maxItems }, (value, path) =>
  (isJsonArray(value) && value.length <= maxItems) ||
  (typeof value === 'string' && soleExpression(value) !== null && value.includes('${{'))
    ? ok(value)
    : refused([{ path, expected: `a list of at most ${maxItems}, or one expression in \${{ }}` }]),
);

/** Reads a step. Which of `call`, `expect` and `pause` it has decides what it is. */
function stepShape(sentence: Shape<string>): Shape<Step> {
  const written = filled(
    {
      if: null,
      for: null,
      max: null,
      call: null,
      with: null,
      excerptBytes: null,
      expect: null,
      otherwise: null,
      pause: null,
    },
    object({
      id: pattern('a step’s id: lower-case letters, digits, - and _', stepWord),
      if: nullable(expression),
      for: nullable(items),
      max: nullable(integer(1, maxItems)),
      call: nullable(pattern('<server>.<tool>', call)),
      with: nullable(anyObjectOf('the tool’s arguments')),
      excerptBytes: nullable(integer(256, 16_384)),
      expect: nullable(expression),
      otherwise: nullable(sentence),
      pause: nullable(sentence),
    }),
  );
  return refined(written, (step, path): Result<Step, readonly ShapeFault[]> => {
    const { id, call: named, expect, otherwise, pause, excerptBytes } = step;
    const faults: ShapeFault[] = [];
    if ([named, expect, pause].filter((one) => one !== null).length !== 1)
      faults.push({ path, expected: 'exactly one of call, expect and pause' });
    if (named === null && [step.for, step.max, step.with, excerptBytes].some((one) => one !== null))
      faults.push({ path, expected: 'for, max, with and excerptBytes only beside call' });
    if (step.for === null && step.max !== null)
      faults.push({ path: `${path}.max`, expected: 'max only beside for' });
    if ((expect === null) !== (otherwise === null))
      faults.push({ path, expected: 'expect and otherwise together' });
    const condition = sole(step.if, `${path}.if`, faults);
    const expectation = sole(expect, `${path}.expect`, faults);
    if (faults.length > 0) return refused(faults);
    if (expectation !== null)
      return ok({ kind: 'expect', id, condition, expectation, otherwise: String(otherwise) });
    if (pause !== null) return ok({ kind: 'pause', id, condition, question: pause });
    const [server = '', ...rest] = String(named).split('.');
    const loop: Loop | null = step.for === null ? null : { items: step.for, max: step.max ?? 10 };
    return ok({
      kind: 'call',
      id,
      condition,
      loop,
      server,
      tool: rest.join('.'),
      input: step.with ?? {},
      excerptBytes: excerptBytes ?? defaultExcerptBytes,
    });
  });
}

/** The steps of a bundle. */
export function stepsShape(sentence: Shape<string>): Shape<readonly Step[]> {
  return list(stepShape(sentence), 64);
}

function sole(written: string | null, path: string, faults: ShapeFault[]): string | null {
  if (written === null) return null;
  const source = soleExpression(written);
  if (source === null) faults.push({ path, expected: 'one expression, and nothing beside it' });
  return source;
}
