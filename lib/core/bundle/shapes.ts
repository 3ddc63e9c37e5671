/** Shapes that only the bundle's written form needs. */
import { described, refined, schemaOf, type Shape, type ShapeFault } from '../json/shape.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { ok, refused, type Result } from '../result.ts';

/** Adds the members that a person may leave out, so that the shape behind it has no optionals. */
export function filled<Value>(defaults: JsonObject, inner: Shape<Value>): Shape<Value> {
  const { properties, required, ...schema } = schemaOf(inner);
  const names = Object.keys(defaults);
  const stays = isJsonArray(required) ? required.filter((name) => !names.some((one) => one === name)) : [];
  return described(
    { ...schema, properties: withDefaults(properties, defaults), required: stays },
    (value, path) => inner(isJsonObject(value) ? { ...defaults, ...value } : value, path),
  );
}

/** A default of null only says that a member may be left out. */
function withDefaults(properties: JsonValue | undefined, defaults: JsonObject): JsonObject {
  const members = Object.entries(isJsonObject(properties) ? properties : {});
  return Object.fromEntries(
    members.map(([name, schema]) => {
      const value = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
      return value === undefined || value === null || !isJsonObject(schema)
        ? [name, schema]
        : [name, { ...schema, default: value }];
    }),
  );
}

/** An object whose member names are free within a grammar, as a list in the order it is written. */
export function named<Value>(
  expected: string,
  grammar: RegExp,
  inner: Shape<Value>,
  maxMembers: number,
  accepts: (name: string) => boolean = () => true,
): Shape<readonly (readonly [string, Value])[]> {
  const schema = {
    type: 'object',
    propertyNames: { pattern: grammar.source },
    additionalProperties: schemaOf(inner),
    maxProperties: maxMembers,
  };
  return described(schema, (value, path) => {
    if (!isJsonObject(value)) return refused([{ path, expected: 'an object' }]);
    const members = Object.entries(value);
    const faults: ShapeFault[] = [];
    if (members.length > maxMembers) faults.push({ path, expected: `at most ${maxMembers} members` });
    const read: Array<readonly [string, Value]> = [];
    for (const [name, member] of members.slice(0, maxMembers)) {
      if (!grammar.test(name) || !accepts(name)) faults.push({ path: `${path}.${name}`, expected });
      const one = inner(member, `${path}.${name}`);
      if (one.ok) read.push([name, one.value]);
      else faults.push(...one.fault);
    }
    return faults.length > 0 ? refused(faults) : ok(read);
  });
}

/** What either of two shapes reads: the first for an object, the second for anything else. */
export function either<First, Second>(ofObject: Shape<First>, ofOther: Shape<Second>): Shape<First | Second> {
  return described<First | Second>({ anyOf: [schemaOf(ofObject), schemaOf(ofOther)] }, (value, path) =>
    isJsonObject(value) ? ofObject(value, path) : ofOther(value, path),
  );
}

/** Any JSON value. */
export function anyJson(): Shape<JsonValue> {
  return (value) => ok(value);
}

/** What the inner shape reads, converted; the conversion may refuse. */
export function converted<Inner, Value>(
  inner: Shape<Inner>,
  expected: string,
  convert: (value: Inner) => Result<Value, unknown>,
): Shape<Value> {
  return refined(inner, (value, path) => {
    const made = convert(value);
    return made.ok ? made : refused([{ path, expected }]);
  });
}

/** A JSON object with any members. */
export function anyObjectOf(what: string): Shape<JsonObject> {
  return described({ type: 'object', description: what }, (value, path) =>
    isJsonObject(value) ? ok(value) : refused([{ path, expected: `an object: ${what}` }]),
  );
}

/** A finite number. */
export function finite(): Shape<number> {
  return described({ type: 'number' }, (value, path) =>
    typeof value === 'number' ? ok(value) : refused([{ path, expected: 'a number' }]),
  );
}
