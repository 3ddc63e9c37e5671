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
import { baseInput, buildRecord } from './proposal.ts';

const workflow = '.github/workflows/countersign.yml';

/** What is proposed, by whom and where. */
export interface Wish {
  readonly repository: string;
  /** Who starts the Actions run. */
  readonly actor: { readonly login: string; readonly id: number };
  /** Title of the issue that the action makes. */
  readonly title: string;
  /** The bundle's id: a newer proposal of the same bundle supersedes one that waits. */
  readonly bundle: string;
  readonly sealKey: string;
}

/** A page to be opened as an issue, and the hash that it stands under. */
export interface SealedPage {
  readonly title: string;
  readonly body: string;
  readonly hash: string;
}

/** Makes the Actions run and the sealed page. It expires in an hour. */
export async function sealPage({ world }: FakeGitHub, wish: Wish): Promise<SealedPage> {
  const { repository, actor } = wish;
  const actionsRun = world.actionsRun({ repository, path: workflow, actor: actor.login });
  const at = world.repositoryNow(repository);
  const now = Math.floor(Date.now() / 1000) * 1000;
  const id = String(actor.id);
  const person = { id, login: actor.login };
  const record = buildRecord({
    action: { input: { ...baseInput, title: wish.title } },
    proposal: {
      nonce: randomBytes(16).toString('hex'),
      issuedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + 3_600_000).toISOString(),
      repository: { id: String(at.id), ownerId: String(at.ownerId), name: repository },
      bundle: { id: wish.bundle, version: '1.0.0', digest: digestText(wish.bundle) },
      origin: {
        actions: {
          runId: String(actionsRun.id),
          attempt: actionsRun.attempt,
          workflowRef: `${repository}/${workflow}@refs/heads/main`,
          sha: actionsRun.sha,
          event: actionsRun.event,
          actor: id,
          triggeringActor: id,
        },
      },
    },
    started: { actor: person, triggeringActor: person },
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
  const seal = await hmacSealer(Buffer.from(wish.sealKey, 'utf8')).seal(subject);
  if (!seal.ok) throw new Error('the page could not be sealed');
  return {
    title,
    body: composeBody({ visible, packedRecord: recordCodec.encode(text), seal: seal.value }),
    hash,
  };
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
