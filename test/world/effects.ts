/** `github.issue.create` in the simulated world: no create-if-absent, a list that lags, answers that are lost. */
import { inputOf, issueFields } from '../../lib/core/action/issue-create.ts';
import type { EffectAdapter } from '../../lib/core/port/effects.ts';
import type { Effect } from '../../lib/core/run/advance.ts';
import { ok, refused } from '../../lib/core/result.ts';
import type { Ticket } from './github.ts';
import { repository } from './pages.ts';
import type { Process } from './scheduler.ts';
import type { World } from './world.ts';

export function worldEffects(world: World, process: Process): EffectAdapter {
  const { scheduler, github, faults, witness } = world;
  return {
    type: 'github.issue.create',
    find: ({ marker }) =>
      scheduler.call(process, 'find', 'read', () =>
        faults.read(() => {
          const seen = scheduler.now() - faults.lag();
          witness.looks.push({ by: process.name, marker, at: scheduler.now(), asOf: seen });
          const found = github.tickets.findLast(
            (ticket) => ticket.marker === marker && ticket.createdAt <= seen,
          );
          return ok(found === undefined ? null : effectOf(found));
        }),
      ),
    async perform({ action, marker, confirm }) {
      await scheduler.stand(process, 'perform: the slot', 'before');
      if (confirm !== undefined && !(await confirm()))
        return refused({ code: 'refused', status: null, what: 'not sent' });
      const { title, body, labels, assignees } = inputOf(action);
      const fields = { title, body: `${body}\n\n${marker}`, labels, assignees };
      return scheduler.call(process, 'perform', 'write', () =>
        faults.write(() => {
          sentMustBeStored(world, marker);
          return { ...effectOf(github.makeTicket({ marker, fields })), status: 201 };
        }),
      );
    },
    readBack: ({ effect }) =>
      scheduler.call(process, 'readBack', 'read', () =>
        faults.read(() => {
          const seen = scheduler.now() - faults.lag();
          const found = github.tickets.find(({ id, createdAt }) => id === effect.id && createdAt <= seen);
          if (found === undefined) return refused({ code: 'unreadable', status: 404, what: 'readBack' });
          // As a workflow goes on that was started.
          if (found.createdAt + faults.plan.goesOnMs > seen) return ok(null);
          return ok(issueFields({ ...found.fields, state: 'open' }));
        }),
      ),
  };
}

function sentMustBeStored(world: World, marker: string): void {
  const of = [...world.witness.markers].find(([mac]) => marker.includes(mac))?.[1];
  const stored = world.witness.stored.some(
    ({ run, types }) => run === of?.run && types.includes('write.started'),
  );
  if (!stored)
    world.witness.breaks.push('sent before stored: a ticket without a `write.started` in the ledger');
}

function effectOf({ id, number }: Ticket): Effect {
  return { id, number, url: `https://github.com/${repository.name}/issues/${number}` };
}
