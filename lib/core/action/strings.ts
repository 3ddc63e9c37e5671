import { isVisible } from '../evidence/visible.ts';
import type { ShapeFault } from '../json/shape.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../json/value.ts';
import { findSecret } from './secret-shapes.ts';

const ownMarker = '<!-- countersign:';

/**
 * What no string of any action may hold, at any depth: something that a reader can't see, a
 * credential (SE-07), or our own markers, by which the App finds what it made. Lists every fault.
 */
export function faultsOfStrings(value: JsonValue, path: string): readonly ShapeFault[] {
  if (typeof value === 'string') return faultsOf(value, path);
  if (isJsonArray(value)) return value.flatMap((item, index) => faultsOfStrings(item, `${path}[${index}]`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...faultsOf(name, `${path}.(name)`),
    ...faultsOfStrings(member, `${path}.${name}`),
  ]);
}

function faultsOf(text: string, path: string): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  if (!isVisible(text)) faults.push({ path, expected: 'only characters that a reader can see' });
  const secret = findSecret(text);
  if (secret !== null) faults.push({ path, expected: `no ${secret}: name where it is kept instead` });
  if (text.toLowerCase().includes(ownMarker)) faults.push({ path, expected: `no ${ownMarker}` });
  return faults;
}
