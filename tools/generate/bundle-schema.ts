import { bundleSchema } from '../../lib/core/bundle/parse.ts';
import type { Part } from './part.ts';

/** What editors check a `bundle.yml` with while it is written. */
export const bundleSchemaFile: Part = {
  path: 'schema/bundle.schema.json',
  make: () => `${JSON.stringify(bundleSchema(), null, 2)}\n`,
};
