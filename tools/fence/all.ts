import { appManifest } from './app-manifest.ts';
import { archives } from './archives.ts';
import { approvals } from './approvals.ts';
import { bundling } from './bundling.ts';
import { commands } from './commands.ts';
import { contract } from './contract.ts';
import { dependencies } from './dependencies.ts';
import { glossary } from './glossary.ts';
import { links } from './links.ts';
import { purity } from './purity.ts';
import { refusals } from './refusals.ts';
import { rooms } from './rooms.ts';
import { self } from './self.ts';
import { settings } from './settings.ts';
import { size } from './size.ts';
import { threats } from './threats.ts';
import type { Fence } from './tree.ts';
import { workflows } from './workflows.ts';

/** Every fence of the house, in the order in which they are told. */
export const fences: readonly Fence[] = [
  rooms,
  purity,
  approvals,
  archives,
  bundling,
  contract,
  appManifest,
  settings,
  workflows,
  dependencies,
  refusals,
  commands,
  links,
  glossary,
  threats,
  size,
  self,
];
