import { fromJson, shown } from '../json.ts';
import { apps, type AppIdentity, type Login } from './cast.ts';

/** Who sends a request: a person, an App by its own key, an App for an installation, or no one. */
export type Caller =
  | { readonly kind: 'person'; readonly login: Login }
  | { readonly kind: 'app'; readonly app: AppIdentity; readonly by: 'key' | 'installation' }
  | { readonly kind: 'layer' }
  | { readonly kind: 'anonymous' };

/**
 * Tells callers by their tokens. The emulator lets an unknown token act as its first user; here it is
 * null, and answered 401 as by GitHub.
 */
export interface Callers {
  of(authorization: string | undefined): Caller | null;
  /** Remembers whose an installation token is, when one was minted. */
  learn(token: string, app: AppIdentity): void;
}

/** `own` is the layer's token, by which it reads the emulator for its own answers. */
export function knownCallers(tokens: ReadonlyMap<string, Login>, own: string): Callers {
  const installations = new Map<string, AppIdentity>();
  return {
    of(authorization) {
      if (authorization === undefined) return { kind: 'anonymous' };
      const token = authorization.replace(/^(?:Bearer|token)\s+/i, '').trim();
      if (token === own) return { kind: 'layer' };
      const login = tokens.get(token);
      if (login !== undefined) return { kind: 'person', login };
      const installed = installations.get(token);
      if (installed !== undefined) return { kind: 'app', app: installed, by: 'installation' };
      const app = issuerOf(token);
      return app === null ? null : { kind: 'app', app, by: 'key' };
    },
    learn(token, app) {
      installations.set(token, app);
    },
  };
}

/** The App that a JSON web token names as its issuer; the emulator checks the signature. */
function issuerOf(token: string): AppIdentity | null {
  const payload = token.split('.')[1];
  if (!token.startsWith('eyJ') || payload === undefined) return null;
  try {
    const issuer = shown(fromJson(Buffer.from(payload, 'base64url').toString('utf8')), 'iss');
    return Object.values(apps).find((app) => String(app.appId) === issuer) ?? null;
  } catch {
    return null;
  }
}
