import { spawn } from 'node:child_process';
import type { Mode } from './modes.ts';
import { progressTokenOf, send, text } from './wire.ts';

const stubborn =
  "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000);";

function ignoreEnds(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  setInterval(() => undefined, 1000);
}

/** Servers that do not answer, do not end, or leave something behind. */
export const lingering: Readonly<Record<string, Partial<Mode>>> = {
  'exits-at-start': {
    start: () => {
      process.stderr.write('missing API key\n');
      process.exit(3);
    },
  },
  'silent-start': { initialize: () => undefined },
  'silent-call': { call: () => undefined },
  'silent-list': { list: () => undefined },
  'dies-in-call': { call: () => process.exit(0) },
  'dies-in-list': { list: () => process.exit(9) },
  'killed-in-call': { call: () => process.kill(process.pid, 'SIGKILL') },
  'closes-stdout': {
    call: () => {
      process.stdout.end();
      ignoreEnds();
    },
  },
  stubborn: { start: ignoreEnds },
  'stubborn-call': { start: ignoreEnds, call: () => undefined },
  // A child in a session of its own, with the server's environment: it outlives whoever only looks at parents.
  'leaves-child': {
    start: () => spawn(process.execPath, ['-e', stubborn], { detached: true, stdio: 'ignore' }).unref(),
  },
  // The same without the environment, but still the server's child while the server lives.
  'leaves-bare-child': {
    start: () =>
      spawn(process.execPath, ['-e', stubborn], { detached: true, stdio: 'ignore', env: {} }).unref(),
  },
  // Keeps our pipes open after the server itself has gone.
  'leaves-pipe': {
    start: () =>
      spawn(process.execPath, ['-e', stubborn], {
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit'],
      }).unref(),
    call: (id) => {
      send({ id, result: text('all is well') });
      process.exit(0);
    },
  },
  'progress-forever': {
    call: (_id, message) => {
      let progress = 0;
      const progressToken = progressTokenOf(message);
      setInterval(
        () =>
          send({ method: 'notifications/progress', params: { progressToken, progress: (progress += 1) } }),
        50,
      );
    },
  },
  'late-progress': {
    call: (id, message) => {
      const progressToken = progressTokenOf(message);
      const steps = [1, 2, 3, 4].map(
        (progress) => () => send({ method: 'notifications/progress', params: { progressToken, progress } }),
      );
      for (const [index, step] of steps.entries()) setTimeout(step, 150 * (index + 1));
      setTimeout(() => send({ id, result: text('slow and steady') }), 800);
    },
  },
};
