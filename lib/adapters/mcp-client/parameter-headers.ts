import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../core/json/value.ts';
import type { OfferedTool } from '../../core/port/evidence-server.ts';

/** A parameter that is also sent as a header (MCP 2026-07-28, Streamable HTTP, "Schema Extension"). */
interface HeaderParameter {
  /** Names of members from the input down to the value. */
  readonly path: readonly string[];
  readonly header: string;
}

const annotation = 'x-mcp-header';

/** What one server's tools want in headers, by its latest list. */
export interface HeaderMirror {
  /** The tools that may be called. A server of a revision that knows no such annotation has none, so it keeps them all. */
  keep(tools: readonly OfferedTool[]): readonly OfferedTool[];
  headersOf(tool: string, input: JsonObject): Readonly<Record<string, string>>;
}

/** Over stdio there are no headers: neither is anything mirrored there nor a tool left out. */
export function headerMirror(isHttp: boolean): HeaderMirror {
  const known = new Map<string, readonly HeaderParameter[]>();
  return {
    keep: (tools) =>
      tools.filter(({ name, descriptor }) => {
        const parameters = isHttp ? headerParameters(descriptor['inputSchema']) : [];
        if (parameters !== null) known.set(name, parameters);
        return parameters !== null;
      }),
    headersOf: (tool, input) => headersOf(known.get(tool) ?? [], input),
  };
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<JsonValue | undefined> = new Set(['string', 'integer', 'boolean']);

/** Members of a schema that hold data, or schemas by name. */
const data: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);
const byName: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/**
 * Which parameters of a tool's input go into headers. Null where the schema asks for it in a way that the
 * protocol does not allow: such a tool is not to be called.
 */
function headerParameters(schema: JsonValue | undefined): readonly HeaderParameter[] | null {
  const found: HeaderParameter[] = [];
  const isFit = visit(schema, [], (parameter) => found.push(parameter));
  const names = new Set(found.map(({ header }) => header.toLowerCase()));
  return isFit && names.size === found.length ? found : null;
}

/** `path` is null where no chain of `properties` leads: nothing there may be annotated. */
function visit(
  schema: JsonValue | undefined,
  path: readonly string[] | null,
  add: (parameter: HeaderParameter) => void,
): boolean {
  if (isJsonArray(schema)) return schema.every((part) => visit(part, null, add));
  if (!isJsonObject(schema)) return true;
  if (Object.hasOwn(schema, annotation)) {
    const header = schema[annotation];
    if (path === null || path.length === 0) return false;
    if (typeof header !== 'string' || !token.test(header) || !types.has(schema['type'])) return false;
    add({ path, header });
  }
  return Object.entries(schema).every(([member, value]) => {
    if (data.has(member)) return true;
    if (!byName.has(member) || !isJsonObject(value)) return visit(value, null, add);
    return Object.entries(value).every(([name, part]) =>
      visit(part, path !== null && member === 'properties' ? [...path, name] : null, add),
    );
  });
}

/** The headers of one call. A value that is absent, null or none of the kinds above is in none. */
function headersOf(
  parameters: readonly HeaderParameter[],
  input: JsonObject,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ path, header }) => {
      let value: JsonValue | undefined = input;
      for (const name of path)
        value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
      return [[`Mcp-Param-${header}`, encoded(String(value))]];
    }),
  );
}

/** What is no plain field value goes as base64, and so does what would be read as such. */
function encoded(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
