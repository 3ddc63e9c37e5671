/** Puts another module in the place of one of the project's, for this thread alone, before it is first loaded. */
import { registerHooks } from 'node:module';

const root = new URL('../../', import.meta.url);

/** Paths from the project's root: what is asked for, and what is given. The given one may ask for the first itself. */
export function substitute(modules: Readonly<Record<string, string>>): void {
  const given = new Map(
    Object.entries(modules).map(([from, to]) => [new URL(from, root).href, new URL(to, root).href]),
  );
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const instead = given.get(found.url);
      return instead === undefined || context.parentURL === instead ? found : { ...found, url: instead };
    },
  });
}
