import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../../lib/core/json/value.ts';
import { parseQuery, type Given, type Selection } from './parse.ts';

/** An object that a query can select from. A field that it does not know is an error, as on GitHub. */
export interface GraphObject {
  readonly graphType: string;
  readonly fields: Readonly<Record<string, (given: JsonObject) => Graph | Promise<Graph>>>;
}

export type Graph = JsonValue | GraphObject | ReadonlyArray<JsonValue | GraphObject>;

/** Thrown by a field: the object is not there. The field is null and the answer lists the error. */
export class NotFound extends Error {
  override readonly name = 'NotFound';
}

interface GraphError {
  readonly type: string;
  readonly path: ReadonlyArray<string | number>;
  readonly message: string;
}

interface Work {
  readonly variables: JsonObject;
  readonly errors: GraphError[];
}

/** Runs a query against a root object and answers as GitHub's endpoint does: always 200, errors inside. */
export async function execute(root: GraphObject, query: string, variables: JsonObject): Promise<JsonObject> {
  const errors: GraphError[] = [];
  let selections: readonly Selection[];
  try {
    selections = parseQuery(query);
  } catch (error) {
    return { errors: [{ message: error instanceof Error ? error.message : 'unreadable query' }] };
  }
  const data = await select(root, selections, { variables, errors }, []);
  return errors.length === 0 ? { data } : { data, errors: errors.map((error) => ({ ...error })) };
}

async function select(
  from: GraphObject,
  selections: readonly Selection[],
  work: Work,
  path: ReadonlyArray<string | number>,
): Promise<JsonObject> {
  const answer: Record<string, JsonValue> = {};
  for (const selection of selections) {
    if (selection.kind === 'on') {
      const fits = selection.type === null || selection.type === from.graphType;
      if (fits) Object.assign(answer, await select(from, selection.selections, work, path));
      continue;
    }
    if (selection.include !== null && valueOf(selection.include, work.variables) !== true) continue;
    const here = [...path, selection.as];
    answer[selection.as] = await resolve(from, selection, work, here);
  }
  return answer;
}

async function resolve(
  from: GraphObject,
  selection: Extract<Selection, { kind: 'field' }>,
  work: Work,
  path: ReadonlyArray<string | number>,
): Promise<JsonValue> {
  if (selection.name === '__typename') return from.graphType;
  const field = from.fields[selection.name];
  if (field === undefined) {
    const message = `Field '${selection.name}' doesn't exist on type '${from.graphType}'`;
    work.errors.push({ type: 'undefinedField', path, message });
    return null;
  }
  try {
    return await complete(await field(valuesOf(selection.given, work.variables)), selection, work, path);
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    work.errors.push({ type: 'NOT_FOUND', path, message: error.message });
    return null;
  }
}

async function complete(
  value: Graph,
  selection: Extract<Selection, { kind: 'field' }>,
  work: Work,
  path: ReadonlyArray<string | number>,
): Promise<JsonValue> {
  if (isGraphObject(value)) return select(value, selection.selections, work, path);
  if (!isList(value)) return value;
  const items: JsonValue[] = [];
  for (const [index, item] of value.entries()) {
    if (isGraphObject(item)) items.push(await select(item, selection.selections, work, [...path, index]));
    else items.push(item);
  }
  return items;
}

function valuesOf(given: Readonly<Record<string, Given>>, variables: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, valueOf(one, variables)]));
}

function valueOf(given: Given, variables: JsonObject): JsonValue {
  if ('value' in given) return given.value;
  if ('list' in given) return given.list.map((item) => valueOf(item, variables));
  return variables[given.variable] ?? null;
}

function isGraphObject(value: Graph | undefined): value is GraphObject {
  return typeof value === 'object' && value !== null && 'graphType' in value;
}

function isList(value: Graph): value is ReadonlyArray<JsonValue | GraphObject> {
  return Array.isArray(value);
}

/** Whether a GraphQL argument is a list of texts. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  return isJsonArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The variables of a request, empty where none are given. */
export function variablesOf(body: JsonObject): JsonObject {
  const variables = body['variables'];
  return isJsonObject(variables) ? variables : {};
}
