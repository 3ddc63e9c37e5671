import { writeSync } from 'node:fs';
import type { Mode } from './modes.ts';
import { honest, raw, send, text } from './wire.ts';

/** Too much of something. */
export const flooding: Readonly<Record<string, Partial<Mode>>> = {
  'endless-pages': {
    list: (id, nth) =>
      send({ id, result: { tools: [{ ...honest, name: `look${nth}` }], nextCursor: `${nth}` } }),
  },
  'cursor-loop': { list: (id) => send({ id, result: { tools: [], nextCursor: 'again' } }) },
  'many-tools': {
    list: (id) =>
      send({
        id,
        result: { tools: Array.from({ length: 10_000 }, (_, index) => ({ ...honest, name: `t${index}` })) },
      }),
  },
  'long-line': { call: () => raw('x'.repeat(30 * 1024 * 1024)) },
  'big-output': { call: (id) => send({ id, result: text(`BEGIN ${'ab\n'.repeat(3_400_000)} END`) }) },
  'wide-output': { call: (id) => send({ id, result: text('w'.repeat(200_000)) }) },
  'deep-output': {
    call: (id) => {
      const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
      raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"structuredContent":{"deep":${deep}}}}\n`);
    },
  },
  // Blocking writes: a server whose stderr nobody reads stands still here for ever.
  'stderr-flood': {
    call: (id) => {
      const line = Buffer.from(`${'e'.repeat(1023)}\n`);
      for (let written = 0; written < 8192;) {
        try {
          writeSync(2, line);
          written += 1;
        } catch (error) {
          if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
        }
      }
      send({ id, result: text('all is well') });
    },
  },
  // Asks and asks, and never reads what comes back.
  'asks-for-ever': {
    call: () => {
      process.stdin.pause();
      const request = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} })}\n`;
      const many = request.repeat(200);
      setInterval(() => raw(many), 1);
    },
  },
};
