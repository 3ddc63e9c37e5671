/** A job that seals its proposal by its own identity, as the App sees it: token, record, HTTP. */
import type { JsonObject } from '../../lib/core/json/value.ts';
import type { Proposal } from '../../lib/core/proposal/proposal.ts';
import { splitBody } from '../../lib/core/proposal/body.ts';
import { sealRequestKind } from '../../lib/core/seal/request.ts';
import type { ActionsRunView } from '../github/world.ts';
import { jobClaims, type Issuer, type TokenTwist } from '../support/issuer.ts';
import { makePage, type SealedPage } from '../support/sealed-proposal.ts';
import { repository, startHouse, type House } from './house.ts';

export const workflowRef: string = `${repository}/.github/workflows/countersign.yml@refs/heads/main`;

/** The App, which listens to this issuer and to no shared key. */
export async function startSealing(issuer: Issuer): Promise<House> {
  return startHouse({ COUNTERSIGN_OIDC_ISSUERS: issuer.url, COUNTERSIGN_SEAL_KEYS: '' });
}

export async function compose(
  house: House,
  actionsRun?: ActionsRunView,
  at: string = repository,
  policy?: Proposal['policy'],
): Promise<SealedPage> {
  return makePage(house.github, {
    repository: at,
    actor: { login: 'dana', id: house.idOf('dana') },
    sealKey: null,
    ...(actionsRun === undefined ? {} : { actionsRun }),
    ...(policy === undefined ? {} : { twist: { proposal: { policy } } }),
  });
}

/** The token of the page's own job. */
export function tokenOf(
  issuer: Issuer,
  house: House,
  page: SealedPage,
  twist: TokenTwist = {},
  name: string = repository,
): string {
  const at = house.world.repositoryNow(name);
  const { id, attempt, sha, event } = page.actionsRun;
  const claims = jobClaims({
    repository: { id: String(at.id), ownerId: String(at.ownerId), name },
    runId: String(id),
    attempt,
    workflowRef: workflowRef.replace(repository, name),
    sha,
    event,
    actor: house.idOf('dana'),
  });
  return issuer.token({ ...claims, aud: `countersign:v1:${page.hash}` }, twist);
}

export interface Answered {
  readonly status: number;
  readonly body: JsonObject;
}

export async function send(house: House, page: SealedPage, token: string): Promise<Answered> {
  const parts = splitBody(page.body);
  const record = parts.ok ? parts.value.packedRecord : '';
  return post(house, JSON.stringify({ kind: sealRequestKind, record, token }));
}

export async function post(
  house: House,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Promise<Answered> {
  const answer = await fetch(`${house.app.url}/api/countersign/seals`, { method: 'POST', headers, body });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

export async function ask(house: House, hash: string): Promise<Answered> {
  const answer = await fetch(`${house.app.url}/api/countersign/seals/${hash}`);
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
