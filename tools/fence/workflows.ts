import { recordOf } from './json.ts';
import { pagesOf } from './markdown.ts';
import { yamlParts, type YamlPart } from './yaml.ts';
import type { Fault, Fence, Tree } from './tree.ts';

/** A YAML text of the project: a workflow file, `action.yml`, a caller to copy, or a part of a page. */
interface Yaml {
  readonly file: string;
  /** Lines before it in its file. */
  readonly above: number;
  readonly parts: readonly YamlPart[];
  readonly isWorkflow: boolean;
}

/** Workflows, in files and in pages: text from outside never becomes a script, and every action is one commit. */
export const workflows: Fence = {
  name: 'Workflows interpolate nothing, pin every action and name their permissions',
  check: (tree) => {
    const texts = yamlTexts(tree);
    return { looked: texts.length, faults: texts.flatMap(judgeYaml) };
  },
};

function yamlTexts(tree: Tree): readonly Yaml[] {
  const files = tree.paths.filter((path) =>
    /^(\.github\/workflows\/.+|workflows\/.+\/caller|action)\.yml$/.test(path),
  );
  const inPages = pagesOf(tree).flatMap(({ path, fences }) =>
    fences
      .filter(({ info }) => /^ya?ml\b/.test(info))
      .map(({ line, text }) => ({ file: path, above: line, text })),
  );
  return [...files.map((file) => ({ file, above: 0, text: tree.text(file) })), ...inPages].map(
    ({ file, above, text }) => {
      const parts = yamlParts(text);
      return { file, above, parts, isWorkflow: 'jobs' in recordOf(parts[0]?.value) };
    },
  );
}

function judgeYaml(yaml: Yaml): readonly Fault[] {
  const fault = (part: YamlPart, what: string): Fault => ({
    file: yaml.file,
    line: yaml.above + part.line,
    what,
  });
  const faults = yaml.parts.flatMap((part): Fault[] => {
    const what = judgeScript(part) ?? judgeAction(part) ?? judgeCheckout(part);
    return what === null ? [] : [fault(part, what)];
  });
  faults.push(...yaml.parts.flatMap((part) => judgeSealing(part).map((what) => fault(part, what))));
  const [top] = yaml.parts;
  if (!yaml.isWorkflow || top === undefined) return faults;
  const { permissions } = recordOf(top.value);
  const isEmpty =
    typeof permissions === 'object' && permissions !== null && Object.keys(permissions).length === 0;
  return isEmpty
    ? faults
    : [...faults, fault(top, 'a workflow starts with `permissions: {}` and each job names its own')];
}

/** `${{ }}` in a script is replaced before the shell reads it: whoever controls the value writes the script. */
function judgeScript({ way, value }: YamlPart): string | null {
  const name = way.at(-1);
  const isScript = (name === 'run' && way.includes('steps')) || (name === 'script' && way.at(-2) === 'with');
  if (!isScript || typeof value !== 'string' || !value.includes('${{')) return null;
  return '`${{ }}` inside a script: pass the value by `env`';
}

function judgeAction({ way, value }: YamlPart): string | null {
  if (way.at(-1) !== 'uses' || typeof value !== 'string' || value.startsWith('./')) return null;
  return /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(value) ? null : `${value} is not pinned by a commit`;
}

/** A checkout that leaves its token in `.git/config` hands it to every later step. */
function judgeCheckout({ value }: YamlPart): string | null {
  const { uses, with: inputs } = recordOf(value);
  if (typeof uses !== 'string' || !uses.startsWith('actions/checkout@')) return null;
  return recordOf(inputs)['persist-credentials'] === false
    ? null
    : 'a checkout sets `persist-credentials: false`';
}

/** A cache is shared by runs, those of forks too. */
const cache = /^actions\/cache(?:\/restore)?@/;
/** Of this very run, unless it names another one. */
const artifact = /^actions\/download-artifact@/;

/** A job that may seal rests on nothing that another run left: its token would vouch for it. */
function judgeSealing({ value }: YamlPart): readonly string[] {
  const { permissions, steps } = recordOf(value);
  if (recordOf(permissions)['id-token'] !== 'write' || !Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown) => {
    const { uses, with: inputs } = recordOf(step);
    if (typeof uses !== 'string') return [];
    const brings = cache.test(uses) || (artifact.test(uses) && 'run-id' in recordOf(inputs));
    return brings ? [`${uses} in a job that may seal: another run wrote what it brings`] : [];
  });
}
