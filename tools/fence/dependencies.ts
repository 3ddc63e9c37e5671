import { recordOf, parseRecord, type JsonRecord } from './json.ts';
import type { Fault, Fence } from './tree.ts';

const listPath = 'tools/dependencies.json';

/** Licences that may come in by any way. */
const licences: ReadonlySet<string> = new Set(
  'MIT ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0'.split(' '),
);

/** Licences that may also come in with a tool, which is not shipped. */
const licencesOfTools: ReadonlySet<string> = new Set(['MPL-2.0', 'PSF-2.0']);

/** Every direct dependency is on the list with its exact version, its licence and a reason; nothing runs at install. */
export const dependencies: Fence = {
  name: 'Every dependency is known, exact, licensed and runs nothing at install',
  check: (tree) => {
    const manifest = parseRecord(tree.text('package.json'));
    const lock = recordOf(parseRecord(tree.text('package-lock.json'))['packages']);
    const list = parseRecord(tree.text(listPath));
    const direct = { ...recordOf(manifest['dependencies']), ...recordOf(manifest['devDependencies']) };
    const listed = recordOf(list['direct']);
    const faults = [
      ...Object.entries(direct).flatMap(([name, version]) =>
        judgeDirect(name, version, recordOf(listed[name]), lock),
      ),
      ...Object.keys(listed)
        .filter((name) => !(name in direct))
        .map((name) => fault(listPath, `${name} is listed and not used`)),
      ...judgeLock(lock, recordOf(list['licences']), recordOf(list['scripts'])),
    ];
    return { looked: Object.keys(direct).length + Object.keys(lock).length, faults };
  },
};

function judgeDirect(name: string, version: unknown, known: JsonRecord, lock: JsonRecord): readonly Fault[] {
  const locked = recordOf(lock[`node_modules/${name}`]);
  const faults: Fault[] = [];
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
    faults.push(fault('package.json', `${name} has no exact version: ${String(version)}`));
  }
  if (known['version'] !== version)
    faults.push(fault(listPath, `${name} ${String(version)} is not listed with this version`));
  if (locked['version'] !== version)
    faults.push(fault('package-lock.json', `${name} is locked to another version`));
  if (known['licence'] !== locked['license']) {
    faults.push(fault(listPath, `${name} is listed under another licence than ${String(locked['license'])}`));
  }
  const { reason } = known;
  if (typeof reason !== 'string' || reason.length < 10 || reason.includes('\n')) {
    faults.push(fault(listPath, `${name} has no reason of one line`));
  }
  return faults;
}

/** Every package of the lock, however it comes in. */
function judgeLock(lock: JsonRecord, otherLicences: JsonRecord, scripts: JsonRecord): readonly Fault[] {
  return Object.entries(lock).flatMap(([path, value]) => {
    const entry = recordOf(value);
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || entry['link'] === true) return [];
    const faults: Fault[] = [];
    const { license } = entry;
    if (typeof license !== 'string' || !isAllowed(license, entry['dev'] === true, otherLicences[name]))
      faults.push(fault('package-lock.json', `${name} has the licence ${String(license)}`));
    if (entry['hasInstallScript'] === true && !(name in scripts)) {
      faults.push(fault('package-lock.json', `${name} runs a script at install`));
    }
    if (typeof entry['integrity'] !== 'string' || !entry['integrity'].startsWith('sha512-')) {
      faults.push(fault('package-lock.json', `${name} is locked without its digest`));
    }
    const { resolved } = entry;
    // A registry's package is a tarball under its own name; a repository, a release or a folder is none.
    if (typeof resolved === 'string' && !isOfRegistry(resolved, name)) {
      faults.push(fault('package-lock.json', `${name} comes from elsewhere than a registry`));
    }
    return faults;
  });
}

function isOfRegistry(resolved: string, name: string): boolean {
  const [, path] = /^https:\/\/[^/]+(\/.+)$/.exec(resolved) ?? [];
  return path?.split(`/${name}/-/`)[1]?.endsWith('.tgz') === true;
}

function isAllowed(licence: string, isTool: boolean, named: unknown): boolean {
  return licences.has(licence) || (isTool && licencesOfTools.has(licence)) || named === licence;
}

function fault(file: string, what: string): Fault {
  return { file, line: 1, what };
}
