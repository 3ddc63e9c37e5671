#!/usr/bin/env node
// Nothing is imported before the version is known: an older Node would die on a built-in module that
// it does not have, before any word of ours.
const found = process.versions.node;

if (Number(found.split('.')[0]) < 24) {
  process.stderr.write(`countersign needs Node 24 or newer, and this is ${found}. See https://nodejs.org.\n`);
  process.exitCode = 1;
} else {
  // Whoever reads may have had enough (`| head`): the command goes on to its end, and clears up.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!('code' in error) || error.code !== 'EPIPE') throw error;
    });
  const { runCommand } = await import('./command.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}
