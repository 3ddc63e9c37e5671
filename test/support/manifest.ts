import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Permissions } from '../github/world.ts';

/** What `app.yml` asks for: a test's App is registered as a real one is. */
export function readManifest(): { readonly permissions: Permissions; readonly events: readonly string[] } {
  const file = join(import.meta.dirname, '..', '..', 'app.yml');
  const manifest: { default_permissions: Permissions; default_events: readonly string[] } = parse(
    readFileSync(file, 'utf8'),
  );
  return { permissions: manifest.default_permissions, events: manifest.default_events };
}
