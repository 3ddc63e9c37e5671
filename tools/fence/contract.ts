import { constantOf, namesOf } from './constants.ts';
import { recordOf, type JsonRecord } from './json.ts';
import { missing } from './missing.ts';
import { yamlParts } from './yaml.ts';
import type { Fault, Fence } from './tree.ts';

const manifest = 'action.yml';
const list = 'action/contract.ts';

/** The Action's inputs and outputs in the code are those of its manifest, both ways, with the same words and defaults. */
export const contract: Fence = {
  name: 'The Action’s inputs and outputs are those of action.yml',
  check: (tree) => {
    const action = recordOf(yamlParts(tree.text(manifest))[0]?.value);
    const inputs = recordOf(constantOf(tree, list, 'inputs'));
    const outputs = recordOf(constantOf(tree, list, 'outputs'));
    const { using, main, post, ...others } = recordOf(action['runs']);
    const faults = [
      ...judgeNames('inputs', inputs, recordOf(action['inputs'])),
      ...judgeNames('outputs', outputs, recordOf(action['outputs'])),
      ...Object.entries(inputs).flatMap(([name, input]) =>
        judgeInput(name, recordOf(input), recordOf(recordOf(action['inputs'])[name])),
      ),
      ...Object.entries(outputs)
        .filter(([name, words]) => recordOf(recordOf(action['outputs'])[name])['description'] !== words)
        .map(([name]) => fault(manifest, `describes ${name} in other words than the code`)),
      ...(using === 'node24' ? [] : [fault(manifest, 'runs on node24')]),
      ...(main === 'dist/action/index.js' ? [] : [fault(manifest, 'starts dist/action/index.js')]),
      // By default it runs whatever became of the job: a condition could only take that away.
      ...(post === 'dist/post/index.js' && Object.keys(others).length === 0
        ? []
        : [fault(manifest, 'ends with dist/post/index.js, always')]),
    ];
    return { looked: namesOf(inputs).length + namesOf(outputs).length, faults };
  },
};

function judgeNames(kind: string, inCode: JsonRecord, inManifest: JsonRecord): readonly Fault[] {
  if (Object.keys(inCode).length === 0) return [fault(list, `lists no ${kind}`)];
  return [
    ...missing(Object.keys(inCode), Object.keys(inManifest)).map((name) =>
      fault(manifest, `lacks ${name} of the ${kind}`),
    ),
    ...missing(Object.keys(inManifest), Object.keys(inCode)).map((name) =>
      fault(list, `lacks ${name} of the ${kind}`),
    ),
  ];
}

/** An input without a fallback is required and has no default; another one has exactly that default. */
function judgeInput(name: string, inCode: JsonRecord, inManifest: JsonRecord): readonly Fault[] {
  const { description, fallback } = inCode;
  const isRequired = inManifest['required'] === true;
  return [
    ...(inManifest['description'] === description
      ? []
      : [fault(manifest, `describes ${name} in other words than the code`)]),
    ...((inManifest['default'] ?? null) === fallback
      ? []
      : [fault(manifest, `gives ${name} another default than the code`)]),
    ...(isRequired === (fallback === null)
      ? []
      : [fault(manifest, `${name} is required where the code has no fallback`)]),
  ];
}

function fault(file: string, what: string): Fault {
  return { file, line: 1, what };
}
