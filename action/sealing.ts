import { setSecret } from '@actions/core';
import { systemClock } from '../lib/adapters/clock/system.ts';
import { hmacSealer, hmacVerifier } from '../lib/adapters/seal/hmac.ts';
import { oidcSealer } from '../lib/adapters/seal/oidc-sealer.ts';
import { oidcVerifier } from '../lib/adapters/seal/oidc-verifier.ts';
import type { Sealer, SealVerifier } from '../lib/core/port/seal.ts';
import type { SealSettings } from './settings.ts';

/** What the job seals with, and by what it knows its own proposal again. */
export interface Sealing {
  readonly sealer: Sealer;
  readonly verifier: SealVerifier;
  /** What the reader of the log should know of it; null where there is nothing to beware of. */
  readonly warning: string | null;
}

/** The seal that the workflow asks for. */
export function sealingOf(settings: SealSettings): Sealing {
  switch (settings.kind) {
    case 'oidc': {
      const { appUrl, identity } = settings;
      return {
        sealer: oidcSealer({ appUrl, identity, mask: setSecret, clock: systemClock }),
        verifier: oidcVerifier(appUrl),
        warning: null,
      };
    }
    case 'hmac':
      return {
        sealer: hmacSealer(settings.key),
        verifier: hmacVerifier([settings.key]),
        warning:
          'Sealed by HMAC: whoever can read the key can seal, so keep it in an environment with a branch rule, or use `seal: oidc`.',
      };
  }
}
