import { constantOf, namesOf } from '../fence/constants.ts';
import { recordOf } from '../fence/json.ts';
import { yamlParts } from '../fence/yaml.ts';
import { head, rows, type Part } from './part.ts';

/** The Action's inputs and outputs, in the order of its contract, with the words of its manifest. */
export const actionPage: Part = {
  path: 'docs/action.md',
  make: (tree) => {
    const manifest = recordOf(yamlParts(tree.text('action.yml'))[0]?.value);
    const names = (kind: string): readonly string[] => namesOf(constantOf(tree, 'action/contract.ts', kind));
    const of = (kind: string, name: string): Readonly<Record<string, unknown>> =>
      recordOf(recordOf(manifest[kind])[name]);
    return `${head('The Action', '`action.yml` and `action/contract.ts`')}
${words(manifest['description'])}

## Inputs

${rows(
  ['input', 'required', 'default', 'what it is'],
  names('inputs').map((name) => {
    const { required, default: preset, description } = of('inputs', name);
    const shown = words(preset);
    return [
      `\`${name}\``,
      required === true ? 'yes' : 'no',
      shown === '' ? '' : `\`${shown}\``,
      words(description),
    ];
  }),
)}

## Outputs

${rows(
  ['output', 'what it is'],
  names('outputs').map((name) => [`\`${name}\``, words(of('outputs', name)['description'])]),
)}
`;
  },
};

function words(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
}
