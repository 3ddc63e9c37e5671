const prefix = 'COUNTERSIGN_SECRET_';

/**
 * The secrets that bundles may name, by their names: what the step's environment holds under
 * `COUNTERSIGN_SECRET_<NAME>`. A server gets the ones that its bundle names for it, and no other.
 */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined && value !== ''
        ? [[name.slice(prefix.length), value] as const]
        : [],
    ),
  );
}
