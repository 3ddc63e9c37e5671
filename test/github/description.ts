/** GitHub's OpenAPI description as JSON Schema: OpenAPI 3.0 says "nullable", JSON Schema does not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Json = null | boolean | number | string | readonly Json[] | JsonNode;
export interface JsonNode {
  readonly [name: string]: Json;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonNode;
}

export interface Operation {
  readonly method: string;
  /** `/repos/{owner}/{repo}/issues` */
  readonly route: string;
  readonly pattern: RegExp;
  readonly pathNames: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly schema: JsonNode } | null;
  /** By status; null for an answer without a JSON body. */
  readonly responses: ReadonlyMap<string, JsonNode | null>;
}

export interface Description {
  readonly components: JsonNode;
  /** The most literal routes first. */
  readonly operations: readonly Operation[];
  /** Schemas of payloads by name, `issue-comment-created`. */
  readonly webhooks: JsonNode;
}

/** Path members that may hold slashes. */
const deep: ReadonlySet<string> = new Set(['path', 'ref', 'basehead']);

export function readDescription(): Description {
  const whole: Json = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8'));
  const root = toNode(whole);
  const components = toNode(root['components']);
  const operations = Object.entries(toNode(root['paths'])).flatMap(([route, item]) =>
    Object.entries(toNode(item)).map(([method, one]) =>
      toOperation(method.toUpperCase(), route, toNode(one), components),
    ),
  );
  return {
    components: { schemas: toSchema(components['schemas'] ?? {}, true) },
    webhooks: toNode(toSchema(root['webhooks'] ?? {}, true)),
    operations: operations.toSorted((a, b) => literalness(b.route) - literalness(a.route)),
  };
}

function toOperation(method: string, route: string, one: JsonNode, components: JsonNode): Operation {
  const pathNames = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const source = route.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => {
    return deep.has(name) ? '(.+)' : '([^/]+)';
  });
  const body = one['requestBody'] === undefined ? null : resolve(one['requestBody'], components);
  return {
    method,
    route,
    pattern: new RegExp(`^${source}$`),
    pathNames,
    parameters: toList(one['parameters']).map((parameter) => toParameter(resolve(parameter, components))),
    body:
      body === null
        ? null
        : { required: body['required'] === true, schema: content(body) ?? { type: 'object' } },
    responses: new Map(
      Object.entries(toNode(one['responses'])).map(([status, response]) => [
        status,
        content(resolve(response, components)),
      ]),
    ),
  };
}

function toParameter(parameter: JsonNode): Parameter {
  return {
    name: text(parameter['name']),
    in: text(parameter['in']),
    required: parameter['required'] === true,
    schema: toNode(toSchema(parameter['schema'] ?? {})),
  };
}

function content(holder: JsonNode): JsonNode | null {
  const types = holder['content'];
  if (types === undefined) return null;
  const json = toNode(types)['application/json'];
  return json === undefined ? null : toNode(toSchema(toNode(json)['schema'] ?? {}));
}

function literalness(route: string): number {
  return route.split('/').reduce((score, part) => score * 2 + (part.startsWith('{') ? 0 : 1), 0);
}

function resolve(value: Json, components: JsonNode): JsonNode {
  const holder = toNode(value);
  const reference = holder['$ref'];
  if (typeof reference !== 'string') return holder;
  const [, , kind = '', name = ''] = reference.split('/');
  return toNode(toNode(components[kind])[name]);
}

const foreign: ReadonlySet<string> = new Set(['nullable', 'discriminator', 'description']);

/** OpenAPI 3.0's schema as JSON Schema. `names`: the keys are names, not keywords. */
function toSchema(value: Json, names = false): Json {
  if (Array.isArray(value)) return value.map((one: Json) => toSchema(one));
  if (!isNode(value)) return value;
  const kept = Object.entries(value)
    .filter(([key]) => names || !foreign.has(key))
    .map(([key, one]): readonly [string, Json] => {
      if (key === '$ref' && typeof one === 'string')
        return [key, one.replace('#/components/', 'gh#/components/')];
      return [key, key === 'enum' && !names ? one : toSchema(one, key === 'properties' && !names)];
    });
  const schema: JsonNode = Object.fromEntries(kept);
  if (names || value['nullable'] !== true) return schema;
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const wide = { ...schema, type: [schema['type'], 'null'] };
  return Array.isArray(schema['enum']) ? { ...wide, enum: [...schema['enum'], null] } : wide;
}

export function isNode(value: Json | undefined): value is JsonNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toNode(value: Json | undefined): JsonNode {
  if (!isNode(value)) throw new TypeError('GitHub’s description has another shape than expected');
  return value;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
