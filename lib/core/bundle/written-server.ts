import { isVisible } from '../evidence/visible.ts';
import {
  list,
  nullable,
  object,
  oneOf,
  pattern,
  refined,
  text,
  type Shape,
  type Shaped,
  type ShapeFault,
} from '../json/shape.ts';
import { parseAddress } from '../network/address.ts';
import { isServerUrl } from '../network/server-url.ts';
import { ok, refused, type Result } from '../result.ts';
import { builtins, type BundleServer, type ServerSource, type ServerVariable } from './bundle.ts';
import { either, filled, named } from './shapes.ts';

const toolWord = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const npmName = /^(?:@[a-z0-9][a-z0-9._-]{0,99}\/)?[a-z0-9][a-z0-9._-]{0,99}$/;
const secretName = /^[A-Z][A-Z0-9_]{0,63}$/;
const programName = /^(?:[A-Za-z0-9][A-Za-z0-9._+-]{0,63}|(?:\/[A-Za-z0-9._+-]{1,64}){1,12})$/;

/**
 * Programs that run what their arguments say, or that download what they run: with one of them the
 * bundle's words would no longer name what is started.
 */
const refusedPrograms: ReadonlySet<string> = new Set(
  (
    'sh bash dash ash zsh ksh csh tcsh fish busybox pwsh powershell cmd env sudo su doas xargs nohup setsid ' +
    'npx npm pnpm pnpx yarn bunx bun deno uvx uv pipx pip pip3 curl wget ssh docker podman nix go cargo'
  ).split(' '),
);

/** Variables that decide what a process loads, or where it connects: a bundle sets none of them. */
const refusedVariables =
  /^(?:PATH|HOME|TMPDIR|SHELL|IFS|ENV|BASH_.*|LD_.*|DYLD_.*|NODE_.*|NPM_.*|PYTHON.*|PERL.*|RUBY.*|JAVA_.*|GIT_.*_COMMAND|GIT_CONFIG.*|GIT_EXEC_PATH|SSL_.*|(?:HTTPS?|ALL|NO)_PROXY|GITHUB_.*|ACTIONS_.*|RUNNER_.*|INPUT_.*|COUNTERSIGN_.*)$/;

const variableShape: Shape<ServerVariable['value']> = either(
  object({ secret: pattern('the name of a secret: capital letters, digits and _', secretName) }),
  refined(
    text('visible text of at most 500 characters, or {secret: NAME}', 500, isVisible),
    (written): Result<{ readonly text: string }, never> => ok({ text: written }),
  ),
);

const writtenServer = filled(
  {
    builtin: null,
    package: null,
    bin: null,
    command: null,
    url: null,
    bearer: null,
    addresses: [],
    arguments: [],
    environment: {},
  },
  object({
    builtin: nullable(oneOf(...builtins)),
    package: nullable(pattern('the name of an npm package, without a version', npmName)),
    bin: nullable(pattern('the name of one of the package’s programs', /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)),
    command: nullable(pattern('a program’s name, or its absolute path', programName)),
    url: nullable(text('an https address', 500)),
    bearer: nullable(pattern('the name of a secret: capital letters, digits and _', secretName)),
    addresses: list(
      text('one IP address', 45, (one) => parseAddress(one) !== null),
      8,
    ),
    arguments: list(text('visible text of at most 500 characters', 500, isVisible), 32),
    environment: named(
      'a variable’s name in capital letters, and none that decides what a process loads or where it connects',
      /^[A-Z][A-Z0-9_]{0,63}$/,
      variableShape,
      16,
      (name) => !refusedVariables.test(name),
    ),
    tools: list(pattern('a tool’s name: letters, digits, _ . -', toolWord), 64),
  }),
);

/** Reads a server, without the name under which the bundle lists it. */
export const serverShape: Shape<Omit<BundleServer, 'id'>> = refined(writtenServer, (written, path) => {
  const { environment, tools } = written;
  const faults: ShapeFault[] = [];
  const source = sourceOf(written, path, faults);
  const isProgram = !('builtin' in source) && !('url' in source);
  if (!isProgram && (written.arguments.length > 0 || environment.length > 0))
    faults.push({ path, expected: 'arguments and environment only beside package or command' });
  if (written.bin !== null && !('package' in source))
    faults.push({ path: `${path}.bin`, expected: 'bin only beside package' });
  if (!('url' in source) && (written.bearer !== null || written.addresses.length > 0))
    faults.push({ path, expected: 'bearer and addresses only beside url' });
  if (tools.length === 0) faults.push({ path: `${path}.tools`, expected: 'at least one tool' });
  if (new Set(tools).size < tools.length) faults.push({ path: `${path}.tools`, expected: 'each tool once' });
  for (const [index, argument] of written.arguments.entries())
    if (leavesItsFolder(argument))
      faults.push({ path: `${path}.arguments[${index}]`, expected: 'a path inside its folder' });
  for (const [name, value] of environment)
    if ('text' in value && leavesItsFolder(value.text))
      faults.push({ path: `${path}.environment.${name}`, expected: 'a path inside its folder' });
  return faults.length > 0
    ? refused(faults)
    : ok({
        source,
        arguments: written.arguments,
        environment: environment.map(([name, value]) => ({ name, value })),
        tools,
      });
});

function sourceOf(written: Shaped<typeof writtenServer>, path: string, faults: ShapeFault[]): ServerSource {
  const { builtin, package: name, bin, command, url, bearer, addresses } = written;
  const given = [builtin, name, command, url].filter((one) => one !== null);
  if (given.length !== 1) faults.push({ path, expected: 'exactly one of builtin, package, command and url' });
  if (command !== null && refusedPrograms.has(command.slice(command.lastIndexOf('/') + 1).toLowerCase()))
    faults.push({
      path: `${path}.command`,
      expected: 'a server’s own program: no shell, and nothing that downloads what it runs',
    });
  if (command?.split('/').includes('..') === true)
    faults.push({ path: `${path}.command`, expected: 'a path without ..' });
  if (url !== null) {
    if (!isServerUrl(url))
      faults.push({
        path: `${path}.url`,
        expected: 'an https address as a browser would write it, without user, query or fragment',
      });
    return { url, bearer, addresses };
  }
  if (command !== null) return { command };
  return builtin === null ? { package: name ?? '', bin } : { builtin };
}

function leavesItsFolder(argument: string): boolean {
  const path = /^(?:\.\/|workspace:)(.*)$/su.exec(argument)?.[1];
  return path !== undefined && (path.startsWith('/') || path.split(/[\\/]/).includes('..'));
}
