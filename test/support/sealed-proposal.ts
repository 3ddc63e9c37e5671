/** A sealed proposal as the runner makes it, on any repository of the fake GitHub. Needs no test runner. */
import { randomBytes } from 'node:crypto';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { hmacSealer } from '../../lib/adapters/seal/hmac.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import { composeBody } from '../../lib/core/proposal/body.ts';
import { parseRecord } from '../../lib/core/proposal/parse-record.ts';
import { runIdOf } from '../../lib/core/proposal/proposal.ts';
import { render } from '../../lib/core/proposal/render.ts';
import { writeRecord } from '../../lib/core/proposal/write.ts';
import type { FakeGitHub } from '../github/fake.ts';
import type { ActionsRunView } from '../github/world.ts';
import { baseInput, buildRecord, type Twist } from './proposal.ts';

const workflow = '.github/workflows/countersign.yml';

/** A record without evidence but its digests. */
const withheld: Twist = { excerpts: ['', ''], receipt: { flags: ['withheld'] } };

/** An account that acts in an Actions run. */
interface Actor {
  readonly login: string;
  readonly id: number | string;
}

/** What is proposed, by whom and where. */
export interface Wish {
  readonly repository: string;
  /** Who starts the Actions run. */
  readonly actor: Actor;
  /** Title of the issue that the action makes. */
  readonly title: string;
  /** The bundle's id: a newer proposal of the same bundle supersedes one that waits. */
  readonly bundle: string;
  readonly sealKey: string;
}

/** How a proposal is made: everything that a test may twist about it. */
export interface Making {
  readonly repository: string;
  readonly actor: Actor;
  /** Default: the actor. */
  readonly triggeringActor?: Actor;
  readonly event?: string;
  /** Default: a new one. */
  readonly actionsRun?: ActionsRunView;
  readonly twist?: Twist;
  /** Null: it is left unsealed. */
  readonly sealKey: string | null;
}

/** A page to be opened as an issue, the hash that it stands under, and its Actions run. */
export interface SealedPage {
  readonly title: string;
  readonly body: string;
  readonly hash: string;
  readonly actionsRun: ActionsRunView;
}

/** Makes the Actions run and the sealed page. It expires in an hour. */
export async function sealPage(github: FakeGitHub, wish: Wish): Promise<SealedPage> {
  const { repository, actor, title, bundle, sealKey } = wish;
  const twist: Twist = {
    action: { input: { ...baseInput, title } },
    proposal: { bundle: { id: bundle, version: '1.0.0', digest: digestText(bundle) } },
  };
  return makePage(github, { repository, actor, sealKey, twist });
}

/** The same with any twist, for tests of what comes in otherwise. */
export async function makePage({ world, webUrl: host }: FakeGitHub, making: Making): Promise<SealedPage> {
  const { repository, actor, triggeringActor = actor, event = 'workflow_dispatch', twist, sealKey } = making;
  const people = { actor: actor.login, triggeringActor: triggeringActor.login };
  const actionsRun = making.actionsRun ?? world.actionsRun({ repository, path: workflow, event, ...people });
  const at = world.repositoryNow(repository);
  const now = Math.floor(Date.now() / 1000) * 1000;
  const record = buildRecord({
    // As the Action does it: what anybody could read shows no evidence.
    ...(at.visibility === 'public' ? withheld : {}),
    ...twist,
    proposal: {
      nonce: randomBytes(16).toString('hex'),
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 3_600_000).toISOString(),
      repository: { id: String(at.id), ownerId: String(at.ownerId), name: repository },
      origin: {
        actions: {
          runId: String(actionsRun.id),
          attempt: actionsRun.attempt,
          workflowRef: `${repository}/${workflow}@refs/heads/main`,
          sha: actionsRun.sha,
          event: actionsRun.event,
          actor: String(actor.id),
          triggeringActor: String(triggeringActor.id),
        },
      },
      ...twist?.proposal,
    },
    started: {
      host,
      actor: { id: String(actor.id), login: actor.login },
      triggeringActor: { id: String(triggeringActor.id), login: triggeringActor.login },
      ...twist?.started,
    },
  });
  const text = writeRecord(record);
  const parsed = parseRecord(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.code} ${parsed.fault.detail}`);
  const { hash, proposal } = parsed.value;
  const { title, visible } = render(parsed.value);
  const subject = {
    hash,
    record: digestText(text),
    repositoryId: String(at.id),
    run: runIdOf(proposal),
  };
  const body = { visible, packedRecord: recordCodec.encode(text) };
  if (sealKey === null) return { title, body: composeBody({ ...body, seal: null }), hash, actionsRun };
  const seal = await hmacSealer(Buffer.from(sealKey, 'utf8')).seal(subject);
  if (!seal.ok) throw new Error('the page could not be sealed');
  return { title, body: composeBody({ ...body, seal: seal.value }), hash, actionsRun };
}

/** Opens it with the job's own token. Gives the issue's number; the webhook is under way then. */
export async function openPage(
  { world, url }: FakeGitHub,
  repository: string,
  { title, body }: SealedPage,
): Promise<number> {
  const token = world.jobToken({ repository, permissions: { issues: 'write', contents: 'read' } });
  const answer = await fetch(`${url}/repos/${repository}/issues`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json', 'user-agent': 'job' },
    body: JSON.stringify({ title, body, labels: ['countersign'] }),
  });
  if (answer.status !== 201) throw new Error(`issue: ${answer.status} ${await answer.text()}`);
  const issue: unknown = await answer.json();
  return typeof issue === 'object' && issue !== null && 'number' in issue ? Number(issue.number) : 0;
}
