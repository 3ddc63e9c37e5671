/** Shapes that only the bundle's written form needs. */
import type { Shape, ShapeFault } from '../json/shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { ok, refused, type Result } from '../result.ts';

/** Adds the members that a person may leave out, so that the shape behind it has no optionals. */
export function filled<Value>(defaults: JsonObject, inner: Shape<Value>): Shape<Value> {
  return (value, path) => inner(isJsonObject(value) ? { ...defaults, ...value } : value, path);
}

/** An object whose member names are free within a grammar, as a list in the order it is written. */
export function named<Value>(
  expected: string,
  grammar: RegExp,
  inner: Shape<Value>,
  maxMembers: number,
  accepts: (name: string) => boolean = () => true,
): Shape<readonly (readonly [string, Value])[]> {
  return (value, path) => {
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
  };
}

/** What either of two shapes reads: the first for an object, the second for anything else. */
export function either<First, Second>(ofObject: Shape<First>, ofOther: Shape<Second>): Shape<First | Second> {
  return (value, path) => (isJsonObject(value) ? ofObject(value, path) : ofOther(value, path));
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
  return (value, path) => {
    const read = inner(value, path);
    if (!read.ok) return read;
    const made = convert(read.value);
    return made.ok ? made : refused([{ path, expected }]);
  };
}

/** A JSON object with any members. */
export function anyObjectOf(what: string): Shape<JsonObject> {
  return (value, path) =>
    isJsonObject(value) ? ok(value) : refused([{ path, expected: `an object: ${what}` }]);
}

/** A finite number. */
export function finite(): Shape<number> {
  return (value, path) => (typeof value === 'number' ? ok(value) : refused([{ path, expected: 'a number' }]));
}

/** What the inner shape reads, read on by a function that may find more faults. */
export function refined<Inner, Value>(
  inner: Shape<Inner>,
  read: (value: Inner, path: string) => Result<Value, readonly ShapeFault[]>,
): Shape<Value> {
  return (value, path) => {
    const first = inner(value, path);
    return first.ok ? read(first.value, path) : first;
  };
}
