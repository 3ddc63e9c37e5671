/** One bundle as a person would write it, from which each test twists one thing. */
import { githubExpressions } from '../../../lib/adapters/expression/github-expressions.ts';
import { bundleFunctions } from '../../../lib/core/bundle/functions.ts';
import { pinTool } from '../../../lib/core/bundle/lock-difference.ts';
import { lockKind, type BundleLock } from '../../../lib/core/bundle/lock.ts';
import { parseBundle } from '../../../lib/core/bundle/parse.ts';
import type { Bundle, CallStep } from '../../../lib/core/bundle/bundle.ts';
import type { ShapeFault } from '../../../lib/core/json/shape.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../lib/core/json/value.ts';
import type { Expressions } from '../../../lib/core/port/expressions.ts';

export const expressions: Expressions = githubExpressions(bundleFunctions);

export const written: JsonObject = {
  id: 'incident-response',
  version: '1.0.0',
  description: 'Proposes a ticket.',
  parameters: {
    service: { type: 'string', description: 'The service.', pattern: '[a-z0-9-]+' },
    urgent: { type: 'boolean', description: 'Whether it is urgent.', default: false },
  },
  servers: {
    ops: { builtin: 'ops', tools: ['service-status'] },
    files: {
      package: '@scope/server-files',
      bin: 'server-files',
      arguments: ['./runbooks', '--quiet'],
      tools: ['read_text_file', 'a.b'],
    },
  },
  budgets: { calls: 2, bytes: 65_536, activeSeconds: 60 },
  steps: [
    { id: 'status', call: 'ops.service-status', with: { service: '${{ params.service }}' } },
    { id: 'dotted', call: 'files.a.b', with: { list: ['${{ github.actor }}', 7, null] }, excerptBytes: 512 },
  ],
  propose: {
    type: 'github.issue.create',
    risk: 'low',
    input: {
      title: 'Incident: ${{ params.service }}',
      body: 'Service ${{ code(params.service) }}\n\n${{ quote(evidence.status.text) }}\n\nDone.',
      labels: ['incident'],
      assignees: [],
    },
  },
};

/** The bundle with one member replaced, by its path; undefined takes it out. */
export function twisted(path: readonly (string | number)[], value: JsonValue | undefined): JsonObject {
  const made = replaced(written, path, value);
  if (!isJsonObject(made)) throw new TypeError('a bundle is an object');
  return made;
}

function replaced(
  whole: JsonValue,
  [name = '', ...rest]: readonly (string | number)[],
  value: JsonValue | undefined,
): JsonValue {
  if (isJsonArray(whole))
    return whole.flatMap((item, index) => {
      if (index !== name) return [item];
      const made = rest.length === 0 ? value : replaced(item, rest, value);
      return made === undefined ? [] : [made];
    });
  const members = isJsonObject(whole) ? whole : {};
  const made = rest.length === 0 ? value : replaced(members[name] ?? null, rest, value);
  const { [name]: _, ...others } = members;
  return made === undefined ? others : { ...others, [name]: made };
}

export function bundleOf(value: JsonObject): Bundle {
  const parsed = parseBundle(value, expressions);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.fault));
  return parsed.value;
}

/** The bundle's steps with a call. */
export function callsOf({ steps }: Bundle): readonly CallStep[] {
  return steps.filter((step) => step.kind === 'call');
}

/** A lock of the bundle, for tools that describe themselves as `descriptorOf` says. */
export function lockOf(
  { id, version, servers }: Bundle,
  descriptorOf: (tool: string) => JsonObject = (name) => ({ name }),
): BundleLock {
  return {
    kind: lockKind,
    bundle: { id, version },
    files: [],
    servers: servers.map(({ id: server, tools }) => ({
      id: server,
      version: null,
      tools: tools.map((name) => pinTool(name, descriptorOf(name))),
    })),
  };
}

export function faultsOf(value: JsonValue): readonly ShapeFault[] {
  const parsed = parseBundle(value, expressions);
  return parsed.ok ? [] : parsed.fault;
}
