import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import {
  type Json,
  type JsonNode,
  type Operation,
  type Parameter,
  isNode,
  readDescription,
  toNode,
} from './description.ts';

export interface Matched {
  readonly operation: Operation;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Says what is wrong with a request or an answer; an empty list means nothing is. */
export interface Judge {
  readonly operations: readonly Operation[];
  find(method: string, path: string): Matched | null;
  request(matched: Matched, query: URLSearchParams, body: Json | undefined): readonly string[];
  response(operation: Operation, status: number, body: Json | undefined): readonly string[];
  /** A delivery's payload; events that are not in our part pass. */
  payload(event: string, action: string | null, payload: Json): readonly string[];
}

let judge: Judge | null = null;

/** The judge; one a process, since what it compiles is costly. */
export function theJudge(): Judge {
  judge ??= createJudge();
  return judge;
}

function createJudge(): Judge {
  const description = readDescription();
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'gh', components: description.components });
  const compiled = new Map<JsonNode, ValidateFunction>();

  const faults = (schema: JsonNode, value: Json, at: string): readonly string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(schema);
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => {
      const allowed = error.keyword === 'enum' ? ` ${JSON.stringify(error.params['allowedValues'])}` : '';
      return `${at}${error.instancePath} ${error.message ?? error.keyword}${allowed}`;
    });
  };
  const unknown = (schema: JsonNode, value: Json, at: string): readonly string[] =>
    unknownMembers([schema], value, at, description.components);

  return {
    operations: description.operations,
    find(method, path) {
      for (const operation of description.operations) {
        if (operation.method !== method) continue;
        const found = operation.pattern.exec(path);
        if (found === null) continue;
        const params = operation.pathNames.map((name, index) => [name, decode(found[index + 1] ?? '')]);
        return { operation, params: Object.fromEntries(params) };
      }
      return null;
    },
    request({ operation, params }, query, body) {
      const problems: string[] = [];
      const queryNames = new Set(
        operation.parameters.flatMap((one) => (one.in === 'query' ? [one.name] : [])),
      );
      for (const name of new Set(query.keys()))
        if (!queryNames.has(name)) problems.push(`query ${name}: no such parameter`);
      for (const parameter of operation.parameters) {
        const text = parameter.in === 'query' ? query.get(parameter.name) : (params[parameter.name] ?? null);
        if (text === null) {
          if (parameter.required) problems.push(`${parameter.in} ${parameter.name}: missing`);
        } else
          problems.push(
            ...faults(parameter.schema, cast(text, parameter), `${parameter.in} ${parameter.name}`),
          );
      }
      if (operation.body === null) {
        if (body !== undefined) problems.push('body: this operation takes none');
      } else if (body === undefined) {
        if (operation.body.required) problems.push('body: missing');
      } else {
        problems.push(...faults(operation.body.schema, body, 'body'));
        problems.push(...unknown(operation.body.schema, body, 'body'));
      }
      return problems;
    },
    payload(event, action, payload) {
      const at = action === null ? event : `${event}.${action}`;
      const schema = description.webhooks[at.replaceAll(/[_.]/g, '-')];
      if (!isNode(schema)) return [];
      return [...faults(schema, payload, at), ...unknown(schema, payload, at)];
    },
    response(operation, status, body) {
      const schema = operation.responses.get(String(status));
      if (schema === undefined) return universal.has(status) ? [] : [`status ${status}: not described`];
      // A refusal comes with its message, also where the description shows no body.
      if (schema === null && status >= 300) return [];
      if (schema === null)
        return body === undefined ? [] : [`status ${status}: a body where none is described`];
      if (body === undefined) return [`status ${status}: no body`];
      return [...faults(schema, body, 'answer'), ...unknown(schema, body, 'answer')];
    },
  };
}

/** Any operation may answer so, though the description names them at a few only. */
const universal: ReadonlySet<number> = new Set([
  301, 304, 307, 400, 401, 403, 404, 410, 422, 429, 500, 502, 503,
]);

function cast(text: string, parameter: Parameter): Json {
  const type = parameter.schema['type'];
  if ((type === 'integer' || type === 'number') && /^-?\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Members that no branch of the schema names, at any depth. GitHub ignores them, and so they are mistakes. */
function unknownMembers(
  schemas: readonly JsonNode[],
  value: Json,
  at: string,
  components: JsonNode,
): readonly string[] {
  const plain = schemas.flatMap((schema) => branches(schema, components));
  if (Array.isArray(value)) {
    const items = plain.flatMap((schema) => (isNode(schema['items']) ? [schema['items']] : []));
    if (items.length === 0) return [];
    return value.flatMap((one: Json, index) => unknownMembers(items, one, `${at}/${index}`, components));
  }
  if (!isNode(value)) return [];
  const objects = plain.filter((schema) => isNode(schema['properties']));
  const open = plain.some(
    ({ additionalProperties: more }) => more === true || (isNode(more) && Object.keys(more).length > 0),
  );
  if (objects.length === 0) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const inner = objects.flatMap((schema) => {
      const property = toNode(schema['properties'])[name];
      return property === undefined ? [] : [toNode(property)];
    });
    if (inner.length === 0) return open ? [] : [`${at}/${name}: no such member`];
    return unknownMembers(inner, one, `${at}/${name}`, components);
  });
}

function branches(schema: JsonNode, components: JsonNode): readonly JsonNode[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const name = reference.slice('gh#/components/schemas/'.length);
    return branches(toNode(toNode(components['schemas'])[name]), components);
  }
  const inner = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const list = schema[key];
    return Array.isArray(list) ? list.flatMap((one: Json) => branches(toNode(one), components)) : [];
  });
  return [schema, ...inner];
}
