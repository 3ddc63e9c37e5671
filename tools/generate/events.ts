import { isNode, literal, nameOf, sourceOf, walk, type Node } from '../fence/source.ts';
import type { Tree } from '../fence/tree.ts';
import { states } from '../../lib/core/run/state.ts';
import { table } from '../../lib/core/run/table.ts';
import { head, rows, type Part } from './part.ts';

const sources = { RunnerEvent: 'lib/core/run/runner-event.ts', AppEvent: 'lib/core/run/event.ts' } as const;

/** Every event that a run's ledger can hold: who writes it, what it carries, where it may come. */
export const eventsPage: Part = {
  path: 'docs/events.md',
  make: (tree) => {
    const section = (type: keyof typeof sources): string =>
      rows(
        ['event', 'data', 'may come in'],
        eventsOf(tree, type).map(({ name, data }) => [
          `\`${name}\``,
          data.map((member) => `\`${member}\``).join(', '),
          comesIn(name),
        ]),
      );
    return `${head('Events', `\`${sources.RunnerEvent}\` and \`${sources.AppEvent}\``)}
The ledger of a run is a chain of entries. Each entry is one event with \`kind\`, \`run\`, \`seq\`, \`at\`, \`actor\`, the digest of the entry before (\`previous\`) and its own \`digest\`. There is one event before and one after each boundary to the outside. Entries hold digests, ids and codes: no text of a comment, no evidence, no secret.

## Written by the runner

The head of this chain is inside the proposal’s hash.

${section('RunnerEvent')}

## Written by the App

The App goes on where the runner’s chain ends.

${section('AppEvent')}
`;
  },
};

interface Told {
  readonly name: string;
  readonly data: readonly string[];
}

/** The members of a union of events, as its type says them. */
function eventsOf(tree: Tree, type: keyof typeof sources): readonly Told[] {
  const found: Told[] = [];
  walk(sourceOf(tree, sources[type]).program, (node) => {
    if (
      node.type !== 'TSTypeAliasDeclaration' ||
      nameOf(node['id']) !== type ||
      !isNode(node['typeAnnotation'])
    )
      return;
    const { typeAnnotation } = node;
    const members: readonly unknown[] = Array.isArray(typeAnnotation['types'])
      ? typeAnnotation['types']
      : [typeAnnotation];
    for (const member of members) {
      const data = isNode(member)
        ? membersOf(annotation(member, 'data'))
            .map(nameOfMember)
            .filter((name) => name !== null)
        : [];
      const names = isNode(member) ? literalsOf(annotation(member, 'type')) : [];
      found.push(...names.map((name) => ({ name, data })));
    }
  });
  return found;
}

function membersOf(node: Node | null): readonly Node[] {
  return node !== null && Array.isArray(node['members']) ? node['members'].filter(isNode) : [];
}

/** The type of a named member of an object type. */
function annotation(node: Node, name: string): Node | null {
  const member = membersOf(node).find((each) => nameOf(each['key']) === name);
  const typed = member?.['typeAnnotation'];
  return isNode(typed) && isNode(typed['typeAnnotation']) ? typed['typeAnnotation'] : null;
}

function nameOfMember(node: Node): string | null {
  return nameOf(node['key']);
}

function literalsOf(node: Node | null): readonly string[] {
  const names: string[] = [];
  if (node !== null) walk(node, (each) => names.push(...[literal(each)].filter((text) => text !== null)));
  return names;
}

function comesIn(event: string): string {
  const where = states.filter((state) => Object.hasOwn(table[state], event));
  return where.length === states.length ? 'every state' : where.map((state) => `\`${state}\``).join(', ');
}
