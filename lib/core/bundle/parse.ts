import {
  integer,
  nullable,
  object,
  oneOf,
  pattern,
  readShape,
  schemaOf,
  text,
  type Shape,
  type ShapeFault,
} from '../json/shape.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import { writtenId } from '../proposal/grammar.ts';
import { ok, refused, type Result } from '../result.ts';
import type { Budgets, Bundle, Propose } from './bundle.ts';
import { checkBundle } from './check.ts';
import { parameterShape } from './parameter.ts';
import { anyObjectOf, filled, named } from './shapes.ts';
import { serverShape } from './written-server.ts';
import { stepsShape } from './written-step.ts';

/** The grammar of a bundle's id, which is also its folder's name: nothing that a path could be made of. */
export const bundleIdGrammar: RegExp = /^[a-z0-9][a-z0-9-]{0,63}$/;

const word = /^[a-z0-9][a-z0-9-]{0,31}$/;
const version = /^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/;

/** What applies where a bundle does not say otherwise. */
const defaultBudgets = { calls: 20, bytes: 1_048_576, activeSeconds: 120 };

const sentence = text('one line of 1 to 300 characters', 300, (line) => /^\S(?:.*\S)?$/u.test(line));

const budgetsShape: Shape<Budgets> = filled(
  defaultBudgets,
  object({ calls: integer(1, 64), bytes: integer(1024, 16_777_216), activeSeconds: integer(1, 900) }),
);

const proposeShape: Shape<Propose> = filled(
  { target: null, targetId: null, precondition: null },
  object({
    type: pattern('an action type', /^[a-z]+(?:\.[a-z]+(?:-[a-z]+)*){1,4}$/),
    risk: oneOf('low', 'medium', 'high'),
    target: nullable(text('owner/name, or an expression for it', 500)),
    targetId: nullable(writtenId('the target’s numeric id, where the job’s token can’t read the target')),
    input: anyObjectOf('the action’s input'),
    precondition: nullable(anyObjectOf('what must still hold right before the write')),
  }),
);

const written = filled(
  { parameters: {}, budgets: defaultBudgets, approvals: null },
  object({
    id: pattern('a bundle’s id: lower-case letters, digits and -, at most 64', bundleIdGrammar),
    version: pattern('a version such as 1.0.0', version),
    description: sentence,
    parameters: named('a parameter’s name', /^[a-z][a-z0-9_-]{0,31}$/, parameterShape(sentence), 32),
    servers: named('a server’s name', word, serverShape, 8),
    budgets: budgetsShape,
    steps: stepsShape(sentence),
    propose: proposeShape,
    approvals: nullable(sentence),
  }),
);

/** A JSON Schema of what `parseBundle` takes, for editors. What the parts mean together it can't say. */
export function bundleSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'bundle.yml',
    ...schemaOf(written),
  };
}

/** Reads a bundle as it is written; lists every fault with its path. */
export function parseBundle(
  value: JsonValue,
  expressions: Expressions,
): Result<Bundle, readonly ShapeFault[]> {
  const read = readShape(written, value);
  if (!read.ok) return read;
  const { servers, parameters } = read.value;
  const bundle: Bundle = {
    ...read.value,
    parameters: parameters.map(([name, parameter]) => ({ name, ...parameter })),
    servers: servers.map(([id, server]) => ({ id, ...server })),
  };
  const faults = checkBundle(bundle, expressions);
  return faults.length > 0 ? refused(faults) : ok(bundle);
}
