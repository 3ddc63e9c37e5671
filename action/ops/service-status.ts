import { join } from 'node:path';
import { list, object, pattern, readShape, text } from '../../lib/core/json/shape.ts';
import { parseJson } from '../../lib/core/json/parse.ts';
import { readText } from './files.ts';

const shape = object({
  service: pattern('a service', /^[a-z0-9][a-z0-9-]{0,62}$/),
  state: text('a state', 40),
  since: text('a time', 40),
  signals: list(
    object({ name: text('a name', 60), value: text('a value', 60), window: text('a span', 40) }),
    20,
  ),
  changes: list(object({ at: text('a time', 40), what: text('a change', 200) }), 20),
});

/** What is known about a service, as short lines; null where nothing is. */
export async function serviceStatus(folder: string, service: string): Promise<string | null> {
  const written = await readText(join(folder, 'status'), `${service}.json`);
  const parsed = written === null ? null : parseJson(written);
  if (parsed === null || !parsed.ok) return null;
  const read = readShape(shape, parsed.value);
  if (!read.ok) return null;
  const { state, since, signals, changes } = read.value;
  return [
    `${read.value.service}: ${state} since ${since}`,
    ...signals.map(({ name, value, window }) => `${name}: ${value} (${window})`),
    ...(changes.length === 0 ? [] : ['last changes:']),
    ...changes.map(({ at, what }) => `${at}  ${what}`),
  ].join('\n');
}
