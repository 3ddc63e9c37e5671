import { digestDocument, type Digest } from '../json/digest.ts';
import type { JsonValue } from '../json/value.ts';
import type { Policy } from './policy.ts';

/** The `kind` of a policy: it is hashed with the rest. */
const policyKind = 'countersign/policy@1';

/** Digest of a policy as it applies, whatever files it was written in and however. */
export function digestPolicy(policy: Policy): Digest {
  return digestDocument({ kind: policyKind, ...plain(policy) });
}

/** A policy holds texts, numbers, null, lists and objects of these only, which its interfaces do not say. */
function plain(policy: Policy): { readonly [name: string]: JsonValue } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return policy as unknown as { readonly [name: string]: JsonValue };
}
