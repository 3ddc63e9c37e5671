import { policySchema } from '../../lib/core/policy/written.ts';
import type { Part } from './part.ts';

/** What editors check and complete a policy with while it is written. */
export const policySchemaFile: Part = {
  path: 'schema/policy.schema.json',
  make: () => `${JSON.stringify(policySchema(), null, 2)}\n`,
};
