import { digestDocument, type Digest } from '../json/digest.ts';
import {
  exactly,
  integer,
  list,
  nullable,
  object,
  pattern,
  refined,
  text,
  type Shape,
} from '../json/shape.ts';
import type { ShapeFault } from '../json/shape.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { digest } from '../proposal/grammar.ts';
import { ok, refused, type Result } from '../result.ts';
import type { BundleFile } from './digest.ts';
import { anyObjectOf } from './shapes.ts';

/** The `kind` of a lock. */
export const lockKind = 'countersign/bundle-lock@1';

/** The lock's file name inside the bundle's folder. It lists every other file, and not itself. */
export const lockFile = 'bundle.lock.json';

/** One tool as it was when the bundle was compiled: all that a reader of its description goes by. */
export interface PinnedTool {
  readonly name: string;
  readonly digest: Digest;
  /** Name, title, description, schemas and annotations, as the server gave them. Untrusted. */
  readonly descriptor: JsonObject;
}

/** One server as it was when the bundle was compiled. */
export interface PinnedServer {
  readonly id: string;
  /** The installed package's version; null where the server is no package. */
  readonly version: string | null;
  /** The allowed tools, in the bundle's order. */
  readonly tools: readonly PinnedTool[];
}

/** What a bundle was when people looked at it: its files, and the tools that it may call. */
export interface BundleLock {
  readonly kind: typeof lockKind;
  readonly bundle: { readonly id: string; readonly version: string };
  readonly files: readonly BundleFile[];
  readonly servers: readonly PinnedServer[];
}

/** Digest of a tool's descriptor, as receipts and locks name it. */
export function digestTool(descriptor: JsonObject): Digest {
  return digestDocument({ kind: 'countersign/tool@1', descriptor });
}

const line = (max: number): Shape<string> =>
  text(`a text of 1 to ${max} characters`, max, (one) => one !== '');

const tool: Shape<PinnedTool> = refined(
  object({ name: line(128), digest, descriptor: anyObjectOf('the tool’s descriptor') }),
  (pinned, path) =>
    digestTool(pinned.descriptor) === pinned.digest && pinned.descriptor['name'] === pinned.name
      ? ok(pinned)
      : refused([{ path, expected: 'a descriptor that fits its name and digest' }]),
);

const shape: Shape<BundleLock> = object({
  kind: exactly(lockKind),
  bundle: object({ id: line(64), version: line(20) }),
  files: list(object({ path: line(600), digest, bytes: integer(0, 4_194_304) }), 256),
  servers: list(
    object({
      id: pattern('a server’s name', /^[a-z0-9][a-z0-9-]{0,31}$/),
      version: nullable(line(100)),
      tools: list(tool, 64),
    }),
    8,
  ),
});

/** Reads a lock; lists every fault. */
export function parseLock(value: JsonValue): Result<BundleLock, readonly ShapeFault[]> {
  return shape(value, '');
}

/** A lock as it is written: one member a line, so that a change shows as one in a review. */
export function writeLock({ kind, bundle, files, servers }: BundleLock): string {
  const written = {
    kind,
    bundle: { id: bundle.id, version: bundle.version },
    files: files.map(({ path, digest: of, bytes }) => ({ path, digest: of, bytes })),
    servers: servers.map(({ id, version, tools }) => ({
      id,
      version,
      tools: tools.map(({ name, digest: of, descriptor }) => ({ name, digest: of, descriptor })),
    })),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
