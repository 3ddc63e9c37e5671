import { isVisible } from '../evidence/visible.ts';
import { integer, list, nullable, object, oneOf, pattern, text, type ShapeFault } from '../json/shape.ts';
import { readShape, type Shape } from '../json/shape.ts';
import type { JsonValue } from '../json/value.ts';
import type { Expressions } from '../port/expressions.ts';
import { ok, refused, type Result } from '../result.ts';
import type { Budgets, Bundle, BundleServer, Propose, Step } from './bundle.ts';
import { parameterShape } from './parameter.ts';
import { anyObjectOf, filled, named } from './shapes.ts';
import { checkTemplates, type TemplateScope } from './template-check.ts';

/** The grammar of a bundle's id, which is also its folder's name: nothing that a path could be made of. */
export const bundleIdGrammar: RegExp = /^[a-z0-9][a-z0-9-]{0,63}$/;

const word = /^[a-z0-9][a-z0-9-]{0,31}$/;
const stepWord = /^[a-z][a-z0-9_-]{0,31}$/;
const toolWord = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const npmName = /^(?:@[a-z0-9][a-z0-9._-]{0,99}\/)?[a-z0-9][a-z0-9._-]{0,99}$/;
const version = /^(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/;
const call = /^[a-z0-9][a-z0-9-]{0,31}\.[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** What applies where a bundle does not say otherwise. */
const defaultBudgets = { calls: 20, bytes: 1_048_576, activeSeconds: 120 };

const sentence = text('one line of 1 to 300 characters', 300, (line) => /^\S(?:.*\S)?$/u.test(line));

const budgetsShape: Shape<Budgets> = filled(
  defaultBudgets,
  object({ calls: integer(1, 100), bytes: integer(1024, 16_777_216), activeSeconds: integer(1, 900) }),
);

const serverShape = filled(
  { builtin: null, package: null, bin: null, arguments: [] },
  object({
    builtin: nullable(oneOf('ops')),
    package: nullable(pattern('the name of an npm package, without a version', npmName)),
    bin: nullable(pattern('the name of one of the package’s programs', /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)),
    arguments: list(text('visible text of at most 500 characters', 500, isVisible), 32),
    tools: list(pattern('a tool’s name: letters, digits, _ . -', toolWord), 64),
  }),
);

const stepShape = filled(
  { with: {}, excerptBytes: 4096 },
  object({
    id: pattern('a step’s id: lower-case letters, digits, - and _', stepWord),
    call: pattern('<server>.<tool>', call),
    with: anyObjectOf('the tool’s arguments'),
    excerptBytes: integer(256, 16_384),
  }),
);

const written = filled(
  { parameters: {}, budgets: defaultBudgets },
  object({
    id: pattern('a bundle’s id: lower-case letters, digits and -, at most 64', bundleIdGrammar),
    version: pattern('a version such as 1.0.0', version),
    description: sentence,
    parameters: named('a parameter’s name', /^[a-z][a-z0-9_-]{0,31}$/, parameterShape(sentence), 32),
    servers: named('a server’s name', word, serverShape, 8),
    budgets: budgetsShape,
    steps: list(stepShape, 64),
    propose: object({
      type: pattern('an action type', /^[a-z]+(?:\.[a-z]+(?:-[a-z]+)*){1,4}$/),
      risk: oneOf('low', 'medium', 'high'),
      input: anyObjectOf('the action’s input'),
    }),
  }),
);

/** Reads a bundle as it is written; lists every fault with its path. */
export function parseBundle(
  value: JsonValue,
  expressions: Expressions,
): Result<Bundle, readonly ShapeFault[]> {
  const read = readShape(written, value);
  if (!read.ok) return read;
  const { servers, steps, parameters, propose } = read.value;
  const faults: ShapeFault[] = [];
  const bundle: Bundle = {
    ...read.value,
    parameters: parameters.map(([name, parameter]) => ({ name, ...parameter })),
    servers: servers.map(([id, server]) => readServer(id, server, faults)),
    steps: steps.map(readStep),
  };
  faults.push(...checkSteps(bundle));
  const scope = scopeOf(bundle);
  for (const [index, step] of bundle.steps.entries())
    faults.push(...checkTemplates(step.input, `steps[${index}].with`, scope, expressions));
  const withEvidence: TemplateScope = { ...scope, contexts: [...scope.contexts, 'evidence'] };
  faults.push(...checkPropose(propose, withEvidence, expressions));
  return faults.length > 0 ? refused(faults) : ok(bundle);
}

type WrittenServer = {
  readonly builtin: 'ops' | null;
  readonly package: string | null;
  readonly bin: string | null;
  readonly arguments: readonly string[];
  readonly tools: readonly string[];
};

function readServer(id: string, server: WrittenServer, faults: ShapeFault[]): BundleServer {
  const path = `servers.${id}`;
  const { builtin, bin } = server;
  if ((builtin === null) === (server.package === null))
    faults.push({ path, expected: 'either builtin or package' });
  if (builtin !== null && (bin !== null || server.arguments.length > 0))
    faults.push({ path, expected: 'no bin and no arguments beside builtin' });
  if (server.tools.length === 0) faults.push({ path: `${path}.tools`, expected: 'at least one tool' });
  for (const [index, argument] of server.arguments.entries())
    if (argument.startsWith('./') && argument.split('/').includes('..'))
      faults.push({ path: `${path}.arguments[${index}]`, expected: 'a path inside the bundle’s folder' });
  const source = builtin === null ? { package: server.package ?? '', bin } : { builtin };
  return { id, source, arguments: server.arguments, tools: server.tools };
}

type WrittenStep = {
  readonly id: string;
  readonly call: string;
  readonly with: Step['input'];
  readonly excerptBytes: number;
};

function readStep(step: WrittenStep): Step {
  const dot = step.call.indexOf('.');
  const server = step.call.slice(0, dot);
  const tool = step.call.slice(dot + 1);
  return { id: step.id, server, tool, input: step.with, excerptBytes: step.excerptBytes };
}

function checkSteps(bundle: Bundle): readonly ShapeFault[] {
  const faults: ShapeFault[] = [];
  const seen = new Set<string>();
  if (bundle.steps.length === 0) faults.push({ path: 'steps', expected: 'at least one step' });
  if (bundle.steps.length > bundle.budgets.calls)
    faults.push({ path: 'budgets.calls', expected: `at least ${bundle.steps.length}, one for each step` });
  for (const [index, step] of bundle.steps.entries()) {
    if (seen.has(step.id))
      faults.push({ path: `steps[${index}].id`, expected: 'an id that no other step has' });
    seen.add(step.id);
    const server = bundle.servers.find(({ id }) => id === step.server);
    if (server === undefined)
      faults.push({ path: `steps[${index}].call`, expected: `a server of the bundle, not ${step.server}` });
    else if (!server.tools.includes(step.tool))
      faults.push({
        path: `steps[${index}].call`,
        expected: `a tool that servers.${step.server}.tools lists`,
      });
  }
  for (const { id } of bundle.servers)
    if (!bundle.steps.some(({ server }) => server === id))
      faults.push({ path: `servers.${id}`, expected: 'a server that a step calls' });
  return faults;
}

function scopeOf(bundle: Bundle): TemplateScope {
  return {
    contexts: ['params', 'github'],
    parameters: new Set(bundle.parameters.map(({ name }) => name)),
    steps: new Set(bundle.steps.map(({ id }) => id)),
  };
}

function checkPropose(
  propose: Propose,
  scope: TemplateScope,
  expressions: Expressions,
): readonly ShapeFault[] {
  return checkTemplates(propose.input, 'propose.input', scope, expressions);
}
