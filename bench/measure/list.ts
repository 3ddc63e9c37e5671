import type { Measure } from '../measure.ts';
import { approvals } from './approvals.ts';
import { approve } from './approve.ts';
import { canonicalLarge } from './canonical-large.ts';
import { canonicalSmall } from './canonical-small.ts';
import { commentReading } from './comments.ts';
import { growth } from './growth.ts';
import { ledger } from './ledger.ts';
import { memory } from './memory.ts';
import { policyEvaluation } from './policy.ts';
import { requests } from './requests.ts';
import { webhook } from './webhook.ts';

/** Every measure, the quick ones first. */
export const measures: readonly Measure[] = [
  canonicalSmall,
  canonicalLarge,
  commentReading,
  policyEvaluation,
  requests,
  approve,
  webhook,
  memory,
  approvals,
  ledger,
  growth,
];
