/** Where the measures of the Action play: one runner's machine, one strict fake GitHub, one bundle. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installBundle, startActionScene, type ActionScene } from '../../test/action/support/scene.ts';

const server = join(import.meta.dirname, 'answering.js');

/** A scene whose bundle `hostile` (the scene's only one) calls a server that answers with `bytes` of a log. */
export async function startAnsweringScene(bytes: number): Promise<ActionScene> {
  const scene = await startActionScene();
  installBundle(scene.runner, bundle(bytes));
  const folder = join(scene.runner.workspace, 'node_modules', 'answering');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"answering","type":"module","bin":"bin.js"}');
  writeFileSync(join(folder, 'bin.js'), `import ${JSON.stringify(pathToFileURL(server).href)};\n`);
  return scene;
}

function bundle(bytes: number): string {
  return `id: hostile
version: 1.0.0
description: Reads one log.
servers:
  bad:
    package: answering
    arguments: ['${bytes}']
    tools: [look]
budgets: { calls: 1, bytes: 16777216, activeSeconds: 60 }
steps:
  - id: look
    call: bad.look
    excerptBytes: 4096
propose:
  type: github.issue.create
  risk: low
  input:
    title: What the log says
    body: |
      It says:

      \${{ quote(evidence.look.text) }}
    labels: []
    assignees: []
`;
}
