import { ok, refused, type Result } from '../result.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './value.ts';

/** One thing that is wrong with a document: where (`action.target.id`, `evidence[2]`) and what was expected there. */
export interface ShapeFault {
  readonly path: string;
  readonly expected: string;
}

/** Reads a JSON value into a type, or lists the faults it found, at most `maxFaults` of them, each with its path. */
export type Shape<Value> = ((value: JsonValue, path: string) => Result<Value, readonly ShapeFault[]>) & {
  /** What a JSON Schema can say of it, for editors. The shape alone decides. */
  readonly schema?: JsonObject;
};

/** Enough to mend a document by; a hostile one could hold a hundred thousand. */
export const maxFaults = 50;

/** The type that a shape reads. */
export type Shaped<Of> = Of extends Shape<infer Value> ? Value : never;

/** Reads a whole document. Paths in the faults start at its root. */
export function readShape<Value>(
  shape: Shape<Value>,
  value: JsonValue,
): Result<Value, readonly ShapeFault[]> {
  return shape(value, '');
}

/** A shape with what a JSON Schema can say of it. Takes a function that nothing else holds: it is extended. */
export function described<Value>(
  schema: JsonObject,
  read: (value: JsonValue, path: string) => Result<Value, readonly ShapeFault[]>,
): Shape<Value> {
  return Object.assign(read, { schema });
}

/** What a JSON Schema can say of a shape; `{}`, which takes everything, where nothing is known. */
export function schemaOf(shape: Shape<unknown>): JsonObject {
  return shape.schema ?? {};
}

/** A string that `accepts` takes, of at most `maxLength` UTF-16 code units. */
export function text(
  expected: string,
  maxLength: number,
  accepts: (text: string) => boolean = () => true,
): Shape<string> {
  return described({ type: 'string', maxLength, description: expected }, (value, path) =>
    typeof value === 'string' && value.length <= maxLength && accepts(value)
      ? ok(value)
      : fault(path, expected),
  );
}

/**
 * A string that a pattern matches as a whole, whatever its anchors say. The pattern must bound the
 * length. Throws a TypeError for the flags that keep a position or move the anchors (`g`, `y`, `m`).
 */
export function pattern(expected: string, whole: RegExp): Shape<string> {
  if (/[gym]/.test(whole.flags)) throw new TypeError('shape: a pattern with state or line anchors');
  const schema = { type: 'string', pattern: `^(?:${whole.source})$`, description: expected };
  return described(schema, (value, path) =>
    typeof value === 'string' && whole.exec(value)?.[0] === value ? ok(value) : fault(path, expected),
  );
}

/** An integer within inclusive bounds. */
export function integer(min: number, max: number): Shape<number> {
  return described({ type: 'integer', minimum: min, maximum: max }, (value, path) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? ok(value)
      : fault(path, `an integer from ${min} to ${max}`),
  );
}

/** `true` or `false`. */
export function flag(): Shape<boolean> {
  return described({ type: 'boolean' }, (value, path) =>
    typeof value === 'boolean' ? ok(value) : fault(path, 'true or false'),
  );
}

/** One of the given strings. */
export function oneOf<const Choice extends string>(...choices: readonly Choice[]): Shape<Choice> {
  return described({ enum: choices }, (value, path) => {
    const found = choices.find((choice) => choice === value);
    return found === undefined ? fault(path, choices.map((choice) => `"${choice}"`).join(' or ')) : ok(found);
  });
}

/** `null` or what the inner shape reads. */
export function nullable<Value>(inner: Shape<Value>): Shape<Value | null> {
  return described({ anyOf: [schemaOf(inner), { type: 'null' }] }, (value, path) =>
    value === null ? ok(null) : inner(value, path),
  );
}

/** Any JSON object, members unread. */
export function anyObject(): Shape<JsonObject> {
  return described({ type: 'object' }, (value, path) =>
    isJsonObject(value) ? ok(value) : fault(path, 'an object'),
  );
}

/** An array of at most `maxItems` items of one shape. */
export function list<Value>(item: Shape<Value>, maxItems: number): Shape<readonly Value[]> {
  return described({ type: 'array', items: schemaOf(item), maxItems }, (value, path) => {
    if (!isJsonArray(value) || value.length > maxItems) return fault(path, `a list of at most ${maxItems}`);
    const faults: ShapeFault[] = [];
    const items: Value[] = [];
    for (const [index, one] of value.entries()) {
      const read = item(one, `${path}[${index}]`);
      if (read.ok) items.push(read.value);
      else add(faults, read.fault);
    }
    return faults.length > 0 ? refused(faults) : ok(items);
  });
}

type Members = Readonly<Record<string, Shape<unknown>>>;
type Read<Of extends Members> = { readonly [Name in keyof Of]: Shaped<Of[Name]> };

/** An object with exactly these members: a missing one and an unknown one are faults alike. */
export function object<const Of extends Members>(members: Of): Shape<Read<Of>> {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(members).map(([name, shape]) => [name, schemaOf(shape)])),
    required: Object.keys(members),
    additionalProperties: false,
  };
  return described(schema, (value, path) => {
    if (!isJsonObject(value)) return fault(path, 'an object');
    const faults: ShapeFault[] = [];
    const read: Array<readonly [string, unknown]> = [];
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(members, name)) continue;
      add(faults, [{ path: inside(path, legible(name)), expected: 'no such member' }]);
    }
    for (const [name, shape] of Object.entries(members)) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) {
        add(faults, [{ path: inside(path, name), expected: 'a member of this name' }]);
        continue;
      }
      const inner = shape(member, inside(path, name));
      if (inner.ok) read.push([name, inner.value]);
      else add(faults, inner.fault);
    }
    if (faults.length > 0) return refused(faults);
    // Every declared member was read by its own shape, which is what the mapped type says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return ok(Object.fromEntries(read) as Read<Of>);
  });
}

/** The first shape that reads the value; the faults of the last one when none does. */
export function either<First, Second>(first: Shape<First>, second: Shape<Second>): Shape<First | Second> {
  return described<First | Second>({ anyOf: [schemaOf(first), schemaOf(second)] }, (value, path) => {
    const read = first(value, path);
    return read.ok ? read : second(value, path);
  });
}

/** What the inner shape reads, read on by a function that may find more faults. */
export function refined<Inner, Value>(
  inner: Shape<Inner>,
  read: (value: Inner, path: string) => Result<Value, readonly ShapeFault[]>,
): Shape<Value> {
  return described(schemaOf(inner), (value, path) => {
    const first = inner(value, path);
    return first.ok ? read(first.value, path) : first;
  });
}

/** Exactly this string. */
export function exactly<const Text extends string>(expected: Text): Shape<Text> {
  return oneOf(expected);
}

function add(faults: ShapeFault[], more: readonly ShapeFault[]): void {
  faults.push(...more.slice(0, maxFaults - faults.length));
}

/** Faults are shown to people, and an unknown member's name is the document's own text. */
function legible(name: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : '(unreadable name)';
}

/** The path of a member. */
export function inside(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** What a shape answers where a value is not what it expects. */
export function fault(path: string, expected: string): Result<never, readonly ShapeFault[]> {
  return refused([{ path: path === '' ? '(document)' : path, expected }]);
}
