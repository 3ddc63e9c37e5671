import { readShape, type ShapeFault } from '../json/shape.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';
import type { ReadWritten, Written } from '../port/written-text.ts';
import { ok, refused, type Result } from '../result.ts';
import { combine } from './combine.ts';
import { defaultPolicy } from './defaults.ts';
import { digestPolicy } from './digest.ts';
import { looserThan, type Said } from './looser.ts';
import type {
  Policy,
  PolicyFault,
  PolicyOwner,
  PolicyPlace,
  PolicySources,
  PolicyState,
  PolicyText,
} from './policy.ts';
import { unsound } from './unsound.ts';
import { writtenPolicy } from './written.ts';

/** How deep places are kept: `actions.github.issue.create.rule`. */
const maxDepth = 3;

type Places = ReadonlyMap<string, PolicyPlace>;
type Heard = Said & { readonly places: Places };

/**
 * What the policy files that apply to a repository come to. The organisation's is read first; the repository's
 * inherits what it leaves out, and may say nothing looser. Any fault makes the whole of it faulty.
 */
export function readPolicies(sources: PolicySources, read: ReadWritten): PolicyState {
  const { repository, organisation } = sources;
  const above = organisation === null ? null : hear(organisation, 'organisation', defaultPolicy, null, read);
  if (above !== null && !above.ok) return { kind: 'faulty', faults: above.fault };
  const bound = above?.value ?? null;
  const own =
    repository === null ? null : hear(repository, 'repository', bound?.policy ?? defaultPolicy, bound, read);
  if (own !== null && !own.ok) return { kind: 'faulty', faults: own.fault };
  const said = own?.value ?? bound;
  const commit = repository?.commit ?? organisation?.commit;
  if (said === null || commit === undefined) return { kind: 'default', policy: defaultPolicy };
  const places = new Map([...(bound?.places ?? []), ...(own?.value.places ?? [])]);
  return { kind: 'written', policy: said.policy, commit, digest: digestPolicy(said.policy), places };
}

function hear(
  { text }: PolicyText,
  owner: PolicyOwner,
  above: Policy,
  bound: Said | null,
  read: ReadWritten,
): Result<Heard, readonly PolicyFault[]> {
  if (text === null)
    return refused([
      { owner, line: 1, column: 1, path: '(document)', expected: 'a text file of at most 64 KiB' },
    ]);
  const file = read(text);
  if (!file.ok) return refused(file.fault.map((fault) => ({ owner, ...fault })));
  const placed = (faults: readonly ShapeFault[]): readonly PolicyFault[] =>
    faults.map((fault) => ({ owner, ...file.value.locate(fault.path), ...fault })).toSorted(byPlace);
  const written = readShape(writtenPolicy, file.value.value);
  if (!written.ok) return refused(placed(written.fault));
  const policy = combine(above, written.value);
  const said: Said = { written: written.value, policy };
  const faults = [...unsound(written.value, policy), ...(bound === null ? [] : looserThan(bound, said))];
  if (faults.length > 0) return refused(placed(faults));
  return ok({ ...said, places: new Map(placesOf(file.value, file.value.value, owner, '', 1)) });
}

function placesOf(
  file: Written,
  value: JsonValue,
  owner: PolicyOwner,
  path: string,
  depth: number,
): readonly (readonly [string, PolicyPlace])[] {
  if (!isJsonObject(value) || depth > maxDepth) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [[at, { owner, ...file.locate(at) }] as const, ...placesOf(file, member, owner, at, depth + 1)];
  });
}

function byPlace(left: PolicyFault, right: PolicyFault): number {
  return left.line - right.line || left.column - right.column;
}
