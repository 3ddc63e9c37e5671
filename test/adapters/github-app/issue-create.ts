import type { Action } from '../../../lib/core/proposal/proposal.ts';

export const marker: string = `<!-- countersign:effect:v1 ${'a'.repeat(64)} -->`;

export const action: Action = {
  type: 'github.issue.create',
  target: { repository: { id: '7', ownerId: '3', name: 'acme/payments' } },
  input: {
    title: 'Payments are down',
    body: 'Look here.',
    labels: ['Incident', 'payments'],
    assignees: ['kim'],
  },
  precondition: null,
  idempotencyKey: `cs-${'0'.repeat(32)}`,
};
