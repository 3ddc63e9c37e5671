/** Shapes that only a policy's written form needs. Their faults are told to people who write by hand. */
import {
  described,
  fault,
  inside,
  maxFaults,
  refined,
  schemaOf,
  type Shape,
  type Shaped,
  type ShapeFault,
} from '../json/shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { ok, refused } from '../result.ts';

type Members = Readonly<Record<string, Shape<unknown>>>;
type Some<Of extends Members> = { readonly [Name in keyof Of]: Shaped<Of[Name]> | null };

/**
 * An object with any of these keys. One that is left out reads as null; one that is written must be what its
 * shape says, and an empty one is not. An object that stands empty (`default:`) has none of them.
 */
export function some<const Of extends Members>(members: Of): Shape<Some<Of>> {
  const properties = Object.entries(members).map(([name, shape]) => [name, schemaOf(shape)] as const);
  const schema = {
    type: ['object', 'null'],
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
  return described(schema, (value, path) => {
    const written = emptyAsNone(value);
    if (!isJsonObject(written)) return fault(path, 'keys and values');
    const known = Object.keys(members);
    const own = new Map(Object.entries(written));
    const faults: ShapeFault[] = Object.keys(written)
      .filter((name) => !Object.hasOwn(members, name))
      .map((name) => ({ path: inside(path, name), expected: `one of the keys ${known.join(', ')}` }));
    const read = Object.entries(members).map(([name, shape]): readonly [string, unknown] => {
      const member = own.get(name);
      if (member === undefined) return [name, null];
      const inner = shape(member, inside(path, name));
      if (inner.ok) return [name, inner.value];
      faults.push(...inner.fault);
      return [name, null];
    });
    if (faults.length > 0) return refused(faults.slice(0, maxFaults));
    // Every declared key was read by its own shape, or left out, which is what the mapped type says.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return ok(Object.fromEntries(read) as Some<Of>);
  });
}

/** Keys that people choose, in the order they are written, at least one. `key` reads a key. */
export function entries<Value>(
  key: Shape<string>,
  inner: Shape<Value>,
  maxEntries: number,
): Shape<readonly (readonly [string, Value])[]> {
  const schema = {
    type: 'object',
    propertyNames: schemaOf(key),
    additionalProperties: schemaOf(inner),
    minProperties: 1,
    maxProperties: maxEntries,
  };
  return described(schema, (value, path) => {
    if (!isJsonObject(value)) return fault(path, 'keys and values');
    const members = Object.entries(value);
    if (members.length === 0 || members.length > maxEntries) return fault(path, `1 to ${maxEntries} keys`);
    const faults: ShapeFault[] = [];
    const read: Array<readonly [string, Value]> = [];
    for (const [name, member] of members) {
      const [named, one] = [key(name, inside(path, name)), inner(member, inside(path, name))];
      if (!named.ok) faults.push(...named.fault);
      else if (!one.ok) faults.push(...one.fault);
      else read.push([named.value, one.value]);
    }
    return faults.length > 0 ? refused(faults.slice(0, maxFaults)) : ok(read);
  });
}

/** A shape with a sentence that editors show beside its key. */
export function told<Value>(description: string, inner: Shape<Value>): Shape<Value> {
  return described({ ...schemaOf(inner), description }, (value, path) => inner(value, path));
}

/** What the inner shape reads, converted. */
export function converted<Inner, Value>(inner: Shape<Inner>, convert: (value: Inner) => Value): Shape<Value> {
  return refined(inner, (value) => ok(convert(value)));
}

const units: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** A duration as people write it: a whole number of minutes, hours or days within inclusive bounds, in milliseconds. */
export function duration(min: string, max: string): Shape<number> {
  const expected = `a time from ${min} to ${max}, such as 90m, 24h or 7d`;
  const schema = { type: 'string', pattern: '^[1-9][0-9]{0,4}[mhd]$', description: expected };
  return described(schema, (value, path) => {
    const ms = millisecondsOf(value);
    return Number.isNaN(ms) || ms < millisecondsOf(min) || ms > millisecondsOf(max)
      ? fault(path, expected)
      : ok(ms);
  });
}

function millisecondsOf(written: JsonValue): number {
  const whole = typeof written === 'string' && /^[1-9]\d{0,4}[mhd]$/.test(written) ? written : '';
  return Number(whole.slice(0, -1)) * (units.get(whole.slice(-1)) ?? Number.NaN);
}

function emptyAsNone(value: JsonValue): JsonObject | JsonValue {
  return value === null ? {} : value;
}
