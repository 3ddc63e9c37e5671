import { constantOf, namesOf } from './constants.ts';
import { recordOf } from './json.ts';
import { missing } from './missing.ts';
import { yamlParts } from './yaml.ts';
import type { Fault, Fence } from './tree.ts';

const manifest = 'action.yml';
const list = 'action/contract.ts';

/** The Action's inputs and outputs in the code are those of its manifest, both ways. */
export const contract: Fence = {
  name: 'The Action’s inputs and outputs are those of action.yml',
  check: (tree) => {
    const action = recordOf(yamlParts(tree.text(manifest))[0]?.value);
    const kinds = ['inputs', 'outputs'] as const;
    const looked = kinds.flatMap((kind) => namesOf(constantOf(tree, list, kind)));
    const faults = kinds.flatMap((kind): readonly Fault[] => {
      const inCode = new Set(namesOf(constantOf(tree, list, kind)));
      const inManifest = new Set(Object.keys(recordOf(action[kind])));
      if (inCode.size === 0) return [{ file: list, line: 1, what: `lists no ${kind}` }];
      return [
        ...missing(inCode, inManifest).map((name) => fault(manifest, `lacks the ${kind} member ${name}`)),
        ...missing(inManifest, inCode).map((name) => fault(list, `does not know the ${kind} member ${name}`)),
        ...[...inManifest]
          .filter((name) => !isDescribed(recordOf(action[kind])[name]))
          .map((name) => fault(manifest, `${name} has no description`)),
      ];
    });
    const { using, main } = recordOf(action['runs']);
    if (using !== 'node24') faults.push(fault(manifest, 'runs on node24'));
    if (main !== 'dist/action/index.js') faults.push(fault(manifest, 'starts dist/action/index.js'));
    return { looked: looked.length, faults };
  },
};

function isDescribed(value: unknown): boolean {
  const { description } = recordOf(value);
  return typeof description === 'string' && description.length > 0;
}

function fault(file: string, what: string): Fault {
  return { file, line: 1, what };
}
