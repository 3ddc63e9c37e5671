import { cannotSay, fails, passes, type Finding } from './finding.ts';
import type { Presented } from './presented.ts';

const check = 'signature';

/**
 * The App's signature: over an export's statement, or over the head that the check run shows. Without a
 * trusted key an export proves only that it is whole, since whoever makes one can sign it with a key of
 * their own; a check run is vouched for by GitHub, so there the signature may stay untried.
 */
export function checkSignature({ signature, statement }: Presented): Finding {
  switch (signature.kind) {
    case 'holds':
      return passes(check, `signed by the key ${signature.keyId}, which was given`);
    case 'other_key':
      return fails(check, 'key_other', `signed by the key ${signature.keyId}, not by one that was given`);
    case 'own_key':
      return cannotSay(
        check,
        'key_not_given',
        `signed by the key ${signature.keyId}, and nobody here knows whose that is: give the App’s with --key`,
      );
    case 'wrong':
      return fails(check, 'signature_wrong', `the signature does not fit the key ${signature.keyId}`);
    case 'untried':
      return cannotSay(
        check,
        'key_not_given',
        `the head is signed by the key ${signature.keyId}; to check it, give the App’s key set with --key`,
        false,
      );
    case 'unsigned':
      return fails(check, 'signature_missing', 'keys were given, and the head is not signed');
    case 'absent':
      return cannotSay(check, 'head_unavailable', 'there is no signed head to be had', statement !== null);
  }
}
