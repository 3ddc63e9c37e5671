import { canonical } from '../json/canonical.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { digestTool, type BundleLock, type PinnedServer, type PinnedTool } from './lock.ts';

/** One thing that is not as the lock says. */
export interface LockDifference {
  /** What it is about, in our own words and the bundle's names: `files.read_text_file: description`. */
  readonly what: string;
  /** As the lock has it; null: it was not there. Untrusted text of a server, or a digest. */
  readonly before: string | null;
  readonly after: string | null;
}

/** More differences than these help nobody. */
const maxDifferences = 40;

/** How two locks of one bundle differ, in the order of the lock. Empty: not at all. */
export function compareLocks(before: BundleLock, after: BundleLock): readonly LockDifference[] {
  const differences: LockDifference[] = [];
  const note = (what: string, one: string | null, other: string | null): void => {
    if (one !== other) differences.push({ what, before: one, after: other });
  };
  note('id', before.bundle.id, after.bundle.id);
  note('version', before.bundle.version, after.bundle.version);
  for (const path of namesOf(before.files, after.files, (file) => file.path)) {
    const fileIn = (lock: BundleLock): string | null =>
      lock.files.find((file) => file.path === path)?.digest ?? null;
    note(`file ${path}`, fileIn(before), fileIn(after));
  }
  for (const id of namesOf(before.servers, after.servers, (server) => server.id)) {
    const one = before.servers.find((server) => server.id === id);
    const other = after.servers.find((server) => server.id === id);
    if (one === undefined || other === undefined) note(`server ${id}`, labelOf(one), labelOf(other));
    else differences.push(...compareServers(one, other));
  }
  return differences.slice(0, maxDifferences);
}

/** How a server differs from what the lock has of it: its version, and each of its tools. */
export function compareServers(before: PinnedServer, after: PinnedServer): readonly LockDifference[] {
  const differences: LockDifference[] = [];
  if (before.version !== after.version)
    differences.push({ what: `${before.id}: version`, before: before.version, after: after.version });
  for (const name of namesOf(before.tools, after.tools, (tool) => tool.name)) {
    const one = before.tools.find((tool) => tool.name === name);
    const other = after.tools.find((tool) => tool.name === name);
    differences.push(...compareTools(`${before.id}.${name}`, one, other));
  }
  return differences;
}

function compareTools(
  label: string,
  before: PinnedTool | undefined,
  after: PinnedTool | undefined,
): readonly LockDifference[] {
  if (before === undefined || after === undefined) {
    const what = `${label}: ${before === undefined ? 'allowed now' : 'no longer there'}`;
    return [{ what, before: digestIn(before), after: digestIn(after) }];
  }
  if (before.digest === after.digest) return [];
  const found: LockDifference[] = [];
  compareValues(before.descriptor, after.descriptor, `${label}: `, found);
  return found;
}

/** Walks two values at once and notes the innermost parts that differ, by their path. */
function compareValues(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
  found: LockDifference[],
): void {
  if (found.length >= maxDifferences) return;
  const one = membersOf(before);
  const other = membersOf(after);
  if (one !== null && other !== null && isJsonArray(before) === isJsonArray(after)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const at = path.endsWith(' ') ? `${path}${name}` : `${path}.${name}`;
      compareValues(ownOf(one, name), ownOf(other, name), at, found);
    }
    return;
  }
  const [written, now] = [textOf(before), textOf(after)];
  if (written !== now) found.push({ what: path, before: written, after: now });
}

function membersOf(value: JsonValue | undefined): JsonObject | null {
  if (isJsonObject(value)) return value;
  return isJsonArray(value) ? Object.fromEntries(value.entries()) : null;
}

function ownOf(members: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function textOf(value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : canonical(value);
}

function digestIn(tool: PinnedTool | undefined): string | null {
  return tool === undefined ? null : tool.digest;
}

function labelOf(server: PinnedServer | undefined): string | null {
  return server === undefined ? null : server.tools.map(({ name }) => name).join(', ');
}

function namesOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  name: (item: Item) => string,
): ReadonlySet<string> {
  return new Set([...before, ...after].map(name));
}

/** A tool as a lock pins it. */
export function pinTool(name: string, descriptor: JsonObject): PinnedTool {
  return { name, digest: digestTool(descriptor), descriptor };
}
