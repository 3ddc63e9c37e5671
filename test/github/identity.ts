/** Who sends a request, by its `Authorization` header. */
import { createVerify, randomBytes } from 'node:crypto';
import { type Json, isNode } from './description.ts';
import { type Actor, Refusal } from './rights.ts';
import { type App, type State, type Token, appOf } from './state.ts';

/** Clock skew that GitHub forgives, and the longest life of a JWT, in seconds. */
const maxSkew = 60;
const maxLife = 600;

export function identify(state: State, header: string | undefined, now: number): Actor {
  if (header === undefined) return { kind: 'anonymous' };
  const [, scheme = '', credential = ''] = /^(\S+) (\S+)$/.exec(header) ?? [];
  if (!/^(?:bearer|token)$/i.test(scheme)) throw badCredentials();
  if (credential.split('.').length === 3 && !credential.startsWith('gh'))
    return { kind: 'app', appId: verifyAppToken(state, credential).id };
  const token = state.tokens.get(credential);
  if (token === undefined) throw badCredentials();
  if (token.kind === 'user') return token;
  if (token.expiresAt <= now) throw badCredentials();
  return {
    kind: 'installation',
    appId: token.appId,
    botId: appOf(state, token.appId).botId,
    installationId: token.installationId,
    permissions: token.permissions,
    repositories: reachOf(state, token),
    accountId: token.accountId,
  };
}

/** What a token reaches of what its installation reaches now: that ends at once, whatever the token was made for. */
function reachOf(state: State, token: Token & { readonly kind: 'installation' }): readonly number[] | null {
  const installed = state.installations.get(token.installationId ?? 0)?.repositories ?? null;
  if (installed === null || token.repositories === null) return token.repositories ?? installed;
  return token.repositories.filter((id) => installed.includes(id));
}

function badCredentials(): Refusal {
  return new Refusal(401, 'Bad credentials');
}

/** RS256 by the App's key. Its times are compared with this machine's clock, which made them. */
function verifyAppToken(state: State, jwt: string): App {
  const [head = '', payload = '', signature = ''] = jwt.split('.');
  const header = decode(head);
  const claims = decode(payload);
  if (!isNode(header) || !isNode(claims) || header['alg'] !== 'RS256')
    throw new Refusal(401, 'A JSON web token could not be decoded');
  const { iss, iat, exp } = claims;
  const issuer = typeof iss === 'number' || typeof iss === 'string' ? String(iss) : '';
  const app = [...state.apps.values()].find((one) => [String(one.id), one.clientId].includes(issuer));
  if (app === undefined) throw new Refusal(401, "'Issuer' claim ('iss') must be an Integer");
  const right = createVerify('RSA-SHA256')
    .update(`${head}.${payload}`)
    .verify(app.publicKey, Buffer.from(signature, 'base64url'));
  if (!right) throw new Refusal(401, 'A JSON web token could not be decoded');
  const seconds = Date.now() / 1_000;
  if (typeof iat !== 'number' || iat > seconds + maxSkew)
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  if (typeof exp !== 'number' || exp <= seconds)
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (exp > seconds + maxLife + maxSkew)
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  return app;
}

function decode(part: string): Json {
  try {
    const value: Json = JSON.parse(Buffer.from(part, 'base64url').toString());
    return value;
  } catch {
    return null;
  }
}

/** Stores a token and gives its text. Installation tokens are long, as GitHub's have become. */
export function issueToken(state: State, token: Token): string {
  const text =
    token.kind === 'user'
      ? `${token.via === null ? 'ghp' : 'ghu'}_${randomBytes(27).toString('hex').slice(0, 36)}`
      : `ghs_${token.appId}_${randomBytes(180).toString('base64url')}.${randomBytes(180).toString('base64url')}`;
  state.tokens.set(text, token);
  return text;
}
