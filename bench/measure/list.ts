import type { Measure } from '../measure.ts';
import { actionRequests } from './action-requests.ts';
import { actionStart } from './action-start.ts';
import { approvals } from './approvals.ts';
import { approve } from './approve.ts';
import { canonicalLarge } from './canonical-large.ts';
import { canonicalSmall } from './canonical-small.ts';
import { commentReading } from './comments.ts';
import { gatherLarge } from './gather-large.ts';
import { gatherStdio } from './gather-stdio.ts';
import { growth } from './growth.ts';
import { ledger } from './ledger.ts';
import { memory } from './memory.ts';
import { policyEvaluation } from './policy.ts';
import { renderFull } from './render.ts';
import { requests } from './requests.ts';
import { webhook } from './webhook.ts';

/** Every measure, the quick ones first. */
export const measures: readonly Measure[] = [
  canonicalSmall,
  canonicalLarge,
  commentReading,
  policyEvaluation,
  renderFull,
  actionStart,
  gatherStdio,
  gatherLarge,
  actionRequests,
  requests,
  approve,
  webhook,
  memory,
  approvals,
  ledger,
  growth,
];
