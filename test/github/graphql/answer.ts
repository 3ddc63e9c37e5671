import type { Json, JsonNode } from '../description.ts';
import { isNode } from '../description.ts';
import { Refusal } from '../rights.ts';
import { type Answer, type Call, member, textMember } from '../route.ts';
import type { Document, Selection, Value } from './document.ts';
import { QueryError, parseQuery } from './parse.ts';
import { interfaces, types } from './schema.ts';
import { type Answered, type Field, type Thing, argumentTypes } from './thing.ts';

interface Run {
  readonly document: Document;
  readonly variables: JsonNode;
  readonly call: Call;
  readonly errors: JsonNode[];
}

type Path = readonly (string | number)[];

/** Answers a query. What the schema does not have is told to `violation`, and answered as GitHub does. */
export function answerGraphql(call: Call, violation: (problems: readonly string[]) => void): Answer {
  if (call.actor.kind === 'anonymous' || call.actor.kind === 'app')
    return { status: 401, body: { message: 'This endpoint requires you to be authenticated.' } };
  try {
    const document = parseQuery(textMember(call, 'query') ?? '');
    const given = member(call, 'variables');
    const variables = bind(document, isNode(given) ? given : {});
    const run: Run = { document, variables, call, errors: [] };
    const data = select(run, { type: 'Query' }, 'Query', document.selections, []);
    return { status: 200, body: run.errors.length === 0 ? { data } : { data, errors: run.errors } };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    violation([`graphql: ${error.message}`]);
    return { status: 200, body: { errors: [{ message: error.message }] } };
  }
}

function bind(document: Document, given: JsonNode): JsonNode {
  const declared = document.variables.map((one) => one.name);
  const foreign = Object.keys(given).filter((name) => !declared.includes(name));
  if (foreign.length > 0) throw new QueryError(`Variables ${foreign.join(', ')} are not declared`);
  const used = usedVariables(document);
  const idle = declared.filter((name) => !used.has(name));
  if (idle.length > 0) throw new QueryError(`Variable $${idle.join(', $')} is declared but not used`);
  const bound = document.variables.map(({ name, type, fallback }): readonly [string, Json] => {
    const value = given[name] ?? (fallback === null ? null : toJson(fallback, {}));
    if (value === null && type.endsWith('!'))
      throw new QueryError(`Variable $${name} of type ${type} was provided invalid value`);
    if (type.startsWith('[') && value !== null && !Array.isArray(value))
      throw new QueryError(`Variable $${name} must be a list`);
    if (value !== null && !isOfType(value, type))
      throw new QueryError(`Variable $${name} of type ${type} was provided invalid value`);
    return [name, value];
  });
  return Object.fromEntries(bound);
}

function toJson(value: Value, variables: JsonNode): Json {
  switch (value.kind) {
    case 'constant':
      return value.value;
    case 'list':
      return value.items.map((item) => toJson(item, variables));
    case 'object':
      return Object.fromEntries([...value.members].map(([name, one]) => [name, toJson(one, variables)]));
    case 'variable': {
      const bound = variables[value.name];
      if (bound === undefined) throw new QueryError(`Variable $${value.name} is used but not declared`);
      return bound;
    }
  }
}

/** Every selection is checked against the static type, also where nothing was found. */
function select(
  run: Run,
  thing: Thing | null,
  type: string,
  selections: readonly Selection[],
  path: Path,
): JsonNode {
  let answer: JsonNode = {};
  for (const selection of selections) {
    if (selection.directives.some((one) => isOff(run, one.name, one.input))) continue;
    if (selection.kind === 'field') {
      const value = selectField(run, thing, type, selection, [...path, selection.alias]);
      if (value !== undefined) answer = { ...answer, [selection.alias]: value };
      continue;
    }
    const fragment = selection.kind === 'inline' ? selection : run.document.fragments.get(selection.name);
    if (fragment === undefined) throw new QueryError('Fragment was used but not defined');
    const on = fragment.on ?? type;
    if (types[on] === undefined && interfaces[on] === undefined) throw new QueryError(`No such type ${on}`);
    const inside = thing !== null && isA(thing.type, on) ? thing : null;
    const part = select(run, inside, on, fragment.selections, path);
    if (inside !== null) answer = merge(answer, part);
  }
  return answer;
}

function isA(concrete: string, type: string): boolean {
  return concrete === type || interfaces[type]?.types.includes(concrete) === true;
}

function isOff(run: Run, name: string, input: ReadonlyMap<string, Value>): boolean {
  const condition = input.get('if');
  if (condition === undefined || (name !== 'include' && name !== 'skip'))
    throw new QueryError(`No such directive @${name}`);
  return (toJson(condition, run.variables) === true) === (name === 'skip');
}

function selectField(
  run: Run,
  thing: Thing | null,
  type: string,
  selection: Extract<Selection, { readonly kind: 'field' }>,
  path: Path,
): Json | undefined {
  if (selection.name === '__typename') return thing?.type;
  const declared = (types[type] ?? interfaces[type]?.fields)?.[selection.name];
  if (declared === undefined)
    throw new QueryError(`Field '${selection.name}' doesn't exist on type '${type}'`);
  const field = thing === null ? declared : (types[thing.type]?.[selection.name] ?? declared);
  const input = Object.fromEntries(
    [...selection.input].map(([name, value]) => [name, toJson(value, run.variables)]),
  );
  checkInput(declared, selection.name, Object.keys(input));
  for (const [name, value] of selection.input) checkType(run.document, name, value);
  const { gives } = field;
  if ((gives === null) !== (selection.selections.length === 0))
    throw new QueryError(
      `Field '${selection.name}' ${gives === null ? 'has no selections' : 'must have selections'}`,
    );
  if (gives !== null) select(run, null, gives, selection.selections, path);
  if (thing === null) return undefined;
  const answered = attempt(run, path, () => field.resolve(thing, input, run.call));
  if (gives === null) return isThing(answered) || isThings(answered) ? null : (answered ?? null);
  if (isThings(answered))
    return answered.map((one, index) => {
      if (!(one instanceof Refusal)) return select(run, one, gives, selection.selections, [...path, index]);
      refuse(run, [...path, index], one);
      return null;
    });
  return isThing(answered) ? select(run, answered, gives, selection.selections, path) : null;
}

function checkInput(field: Field, name: string, given: readonly string[]): void {
  const foreign = given.filter((one) => field.input?.includes(one) !== true);
  if (foreign.length > 0)
    throw new QueryError(`Field '${name}' doesn't accept argument '${foreign.join(', ')}'`);
  const missing = (field.required ?? []).filter((one) => !given.includes(one));
  if (missing.length > 0)
    throw new QueryError(`Field '${name}' is missing required arguments: ${missing.join(', ')}`);
}

/** A variable must be declared as the argument is; GitHub refuses `String!` where `ID!` is asked for. */
function checkType(document: Document, name: string, value: Value): void {
  const wanted = argumentTypes[name];
  if (wanted === undefined) return;
  if (value.kind === 'constant' && value.value !== null && !isOfType(value.value, wanted))
    throw new QueryError(`Argument '${name}' has an invalid value, expected type '${wanted}'`);
  if (value.kind !== 'variable') return;
  const declared = document.variables.find((one) => one.name === value.name);
  if (declared === undefined || declared.type === wanted || declared.type === `${wanted}!`) return;
  if (`${declared.type}!` === wanted && declared.fallback !== null) return;
  throw new QueryError(
    `Type mismatch on variable $${value.name} and argument ${name} (${declared.type} / ${wanted})`,
  );
}

function isOfType(value: Json, type: string): boolean {
  switch (type.replace(/!$/, '')) {
    case 'ID':
    case 'String':
    case 'GitObjectID':
      return typeof value === 'string';
    case 'Int':
      return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31;
    case 'Boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

function usedVariables(document: Document): ReadonlySet<string> {
  const used = new Set<string>();
  const look = (value: Value): void => {
    if (value.kind === 'variable') used.add(value.name);
    if (value.kind === 'list') value.items.forEach(look);
    if (value.kind === 'object') [...value.members.values()].forEach(look);
  };
  const walk = (selections: readonly Selection[]): void => {
    for (const one of selections) {
      for (const { input } of one.directives) [...input.values()].forEach(look);
      if (one.kind === 'field') [...one.input.values()].forEach(look);
      if (one.kind !== 'spread') walk(one.selections);
    }
  };
  walk(document.selections);
  for (const fragment of document.fragments.values()) walk(fragment.selections);
  return used;
}

function attempt(run: Run, path: Path, resolve: () => Answered): Answered {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuse(run, path, error);
    return null;
  }
}

const errorTypes: Readonly<Record<number, string>> = { 404: 'NOT_FOUND', 403: 'FORBIDDEN', 200: 'INVALID' };

function refuse(run: Run, path: Path, refusal: Refusal): void {
  const type = errorTypes[refusal.status] ?? 'SERVICE_UNAVAILABLE';
  run.errors.push({ type, path: [...path], locations: [{ line: 1, column: 1 }], message: refusal.message });
}

function isThing(value: Answered): value is Thing {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isThings(value: Answered): value is readonly (Thing | Refusal)[] {
  return Array.isArray(value);
}

function merge(one: JsonNode, other: JsonNode): JsonNode {
  const merged = Object.entries(other).map(([name, value]): readonly [string, Json] => {
    const there = one[name];
    return [name, isNode(there) && isNode(value) ? merge(there, value) : value];
  });
  return { ...one, ...Object.fromEntries(merged) };
}
