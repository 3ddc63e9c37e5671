/** What each known-bad variant puts in the place of the sound ports. */
import { issueCreate } from '../../../lib/core/action/issue-create.ts';
import type { EffectAdapter } from '../../../lib/core/port/effects.ts';
import { ok } from '../../../lib/core/result.ts';
import type { AppPorts } from '../../../lib/service/app-ports.ts';
import type { Plant } from '../world.ts';
import type { PlantName } from './names.ts';

export const plants: Readonly<Record<PlantName, Plant>> = {
  // Looks for what was done, and keeps no row that only one can take.
  'no effect key': { ledger: { ignoresEffect: true } },
  // Asks whether it may still act, and does not wait for the answer to be yes.
  'no fence': {
    ports: overEffects((sound) => ({
      ...sound,
      perform: async ({ action, marker, confirm }) => {
        await confirm?.();
        return sound.perform({ action, marker });
      },
    })),
  },
  // As a client's retry plugin does it.
  'ambiguous write sent again': {
    ports: overEffects((sound) => ({
      ...sound,
      perform: async (order) => {
        const sent = await sound.perform(order);
        if (sent.ok || sent.fault.code !== 'ambiguous') return sent;
        return sound.perform({ action: order.action, marker: order.marker });
      },
    })),
  },
  'hash by its prefix': {},
  'edits go unseen': {},
  'settled before it is handled': {
    deliver: (deliver, ports) => async (delivery) => {
      await ports.ledger.settle({ id: delivery.id, outcome: 'taken' });
      return deliver(delivery);
    },
  },
  'no compare-and-set': { ledger: { ignoresVersion: true } },
  'resumed by sending again': {},
  'comments counted instead of people': {},
  // Takes what was started for what was done.
  'done before it is over': {
    ports: overEffects((sound) => ({
      ...sound,
      readBack: async (question) => {
        const read = await sound.readBack(question);
        return read.ok && read.value === null
          ? ok(issueCreate.expected(question.action, question.marker))
          : read;
      },
    })),
  },
  // Answers from memory, and writes when it gets round to it.
  'told before stored': {
    ports: (ports) => ({
      ...ports,
      ledger: {
        ...ports.ledger,
        append: async (change) => {
          void ports.ledger.append(change).catch(() => undefined);
          return 'appended';
        },
      },
    }),
  },
};

function overEffects(change: (sound: EffectAdapter) => EffectAdapter): (ports: AppPorts) => AppPorts {
  return (ports) => ({
    ...ports,
    effects: {
      of: async (question) => {
        const sound = await ports.effects.of(question);
        return sound === null ? null : change(sound);
      },
    },
  });
}
