import { flooding } from './flooding.ts';
import { lingering } from './lingering.ts';
import { lying } from './lying.ts';
import { shouting } from './shouting.ts';
import { honest, send, text, type Message } from './wire.ts';

/** How a server answers. What a mode leaves out is done as an honest server does it. */
export interface Mode {
  readonly start?: () => void;
  readonly initialize?: (id: Message['id']) => void;
  readonly list: (id: Message['id'], nth: number, cursor: string | undefined) => void;
  readonly call: (id: Message['id'], message: Message) => void;
  /** An answer to a request of the server's own. */
  readonly answered?: (message: Message) => void;
}

const base: Mode = {
  list: (id) => send({ id, result: { tools: [honest] } }),
  call: (id) => send({ id, result: text('all is well') }),
};

function extend(twists: Readonly<Record<string, Partial<Mode>>>): Readonly<Record<string, Mode>> {
  return Object.fromEntries(Object.entries(twists).map(([name, twist]) => [name, { ...base, ...twist }]));
}

/** Every misbehaviour by name. `honest` is the base: it must pass everywhere. */
export const modes: Readonly<Record<string, Mode>> = extend({
  honest: {},
  ...lying,
  ...lingering,
  ...flooding,
  ...shouting,
});
