import type { Measure } from '../measure.ts';
import { approve } from './approve.ts';
import { canonicalLarge } from './canonical-large.ts';
import { canonicalSmall } from './canonical-small.ts';
import { memory } from './memory.ts';
import { requests } from './requests.ts';

/** Every measure, the quick ones first. */
export const measures: readonly Measure[] = [canonicalSmall, canonicalLarge, requests, approve, memory];
