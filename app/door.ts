import { isUtf8 } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isHandled, meaningOf, readIncoming, type Incoming } from '../lib/core/webhook/incoming.ts';
import { looksLikeProposal } from '../lib/core/webhook/issue.ts';
import { parseCommand } from '../lib/core/approval/command.ts';
import { isDigest } from '../lib/core/json/digest.ts';
import type { JsonValue } from '../lib/core/json/value.ts';
import type { IssueRef, Ledger } from '../lib/core/port/ledger.ts';

/** GitHub sends no delivery larger than 25 MB. */
const maxBodyBytes: number = 25 * 1024 * 1024;

/** What the door answers: a status and a plain sentence. `stored`: the issue for which there is new work. */
export interface DoorAnswer {
  readonly status: 200 | 202 | 400 | 401 | 405 | 413 | 415;
  readonly text: string;
  readonly stored: IssueRef | null;
}

/** What the door is made of. */
export interface Door {
  readonly secrets: readonly string[];
  /** Decimal id of the App: only its own check runs are any of its business. */
  readonly appId: string;
  readonly ledger: Pick<Ledger, 'receive' | 'byHash'>;
  readonly now: () => number;
}

/**
 * Takes one webhook delivery: bounds the body, checks the signature over its raw bytes, stores what
 * means something durably, and answers. The work comes later: GitHub waits ten seconds, and would call a
 * delivery done whose handler failed after its answer. Rejects only when the ledger fails; the caller
 * then answers 5xx, and the delivery can be asked for again.
 */
export async function takeDelivery(door: Door, request: IncomingMessage): Promise<DoorAnswer> {
  if (request.method !== 'POST') return answer(405, 'Webhooks are posted.');
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return answer(415, 'Set the webhook’s content type to application/json.');
  if (request.headers['content-encoding'] !== undefined)
    return answer(415, 'Compressed bodies are not taken.');
  const body = await readBody(request);
  if (body === null) return answer(413, 'The body is larger than 25 MB.');
  if (!door.secrets.some((secret) => isSigned(body, secret, request.headers['x-hub-signature-256']))) {
    return answer(401, 'The signature does not fit the body.');
  }
  const [id, event] = [request.headers['x-github-delivery'], request.headers['x-github-event']];
  if (typeof id !== 'string' || !/^[0-9A-Za-z-]{1,64}$/.test(id) || typeof event !== 'string') {
    return answer(400, 'The delivery names no id or no event.');
  }
  if (isNoise(event, body)) return answer(200, 'Nothing to do.');
  const payload = readPayload(body);
  const incoming = payload === null ? 'malformed' : readIncoming(event, payload.value);
  if (payload === null || incoming === 'malformed')
    return answer(400, 'The payload is not that of the named event.');
  if (incoming === 'noise' || !meansSomething(incoming)) return answer(200, 'Nothing to do.');
  const { place } = incoming;
  const issueNumber = await issueOf(door, incoming);
  if (issueNumber === null) return answer(200, 'Nothing to do.');
  const ref = { installation: place.installation, issue: `${place.repository.id}#${issueNumber}` };
  const stored = await door.ledger.receive({
    id,
    meaning: meaningOf(incoming),
    name: event,
    ...ref,
    payload: payload.text,
    receivedAt: door.now(),
  });
  return stored === 'stored'
    ? { status: 202, text: 'Stored.', stored: ref }
    : { status: 200, text: 'Known already.', stored: null };
}

/**
 * Whether a delivery is of an action that means nothing, told without reading it: most are, a label here, a
 * check there. GitHub writes the action first. A body that is not of the named event is read all the same,
 * and refused.
 */
function isNoise(event: string, body: Buffer): boolean {
  // A push that names the file nowhere and takes nothing away left it as it was.
  if (event === 'push') return isUnrelatedPush(body);
  const action = /^\{"action":"([a-z_]{1,40})",/.exec(body.toString('latin1', 0, 64))?.[1];
  if (action === undefined || isHandled(event, action)) return false;
  // Within a text, quotes are escaped: these are members, and none of what is named lies within another.
  if (event === 'issues') return body.includes('"issue":{') && !body.includes('"comment":{');
  return event === 'check_run' && body.includes('"check_run":{') && !body.includes('"issue":{');
}

function isUnrelatedPush(body: Buffer): boolean {
  if (!body.includes('"commits":[') || body.includes('"issue":{') || body.includes('"check_run":{'))
    return false;
  return !body.includes('.github/countersign.yml') && !body.includes('"forced":true');
}

/** Whether a delivery can lead to any work. The rest is dropped here: an unrelated comment costs no request. */
function meansSomething(incoming: Incoming): boolean {
  switch (incoming.kind) {
    case 'issue_opened':
    case 'issue_edited':
    case 'issue_deleted':
    case 'issue_moved':
      return looksLikeProposal(incoming.issue);
    case 'comment_created':
      return incoming.sender.type === 'User' && parseCommand(incoming.comment.body).kind !== 'none';
    case 'comment_edited':
    case 'comment_deleted':
      return incoming.comment.author.type === 'User';
    case 'button_pressed':
    case 'check_run_rerequested':
      return incoming.sender.type === 'User';
    case 'policy_pushed':
      return true;
  }
}

/**
 * The issue that a delivery is about: of a check run, that of its proposal, and null where it is none of ours;
 * 0 for what is about no issue.
 */
async function issueOf({ appId, ledger }: Door, incoming: Incoming): Promise<number | null> {
  if (incoming.kind === 'policy_pushed') return 0;
  if ('issue' in incoming) return incoming.issue.number;
  const { place, checkRun } = incoming;
  const hash = checkRun.externalId;
  if (checkRun.appId !== appId || hash === null || !isDigest(hash)) return null;
  const stored = await ledger.byHash({ hash });
  if (stored?.repositoryId !== place.repository.id) return null;
  const received = stored.entries.find((entry) => entry.type === 'proposal.received');
  return received?.type === 'proposal.received' ? received.data.issue.number : null;
}

/** HMAC-SHA-256 over the raw bytes, compared in constant time. The SHA-1 header counts for nothing. */
function isSigned(body: Uint8Array, secret: string, header: string | string[] | undefined): boolean {
  const given = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined;
  if (given === undefined) return false;
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(given, 'hex'));
}

function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBodyBytes) {
        request.removeAllListeners('data').pause();
        resolve(null);
      } else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new Error('the request ended before its body'));
    });
  });
}

/** GitHub's payloads are no documents of ours: they hold any text people write, so they are read as plain JSON. */
function readPayload(body: Uint8Array): { readonly text: string; readonly value: JsonValue } | null {
  try {
    if (!isUtf8(body)) return null;
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    const value: JsonValue = JSON.parse(text);
    return { text, value };
  } catch {
    return null;
  }
}

function answer(status: DoorAnswer['status'], text: string): DoorAnswer {
  return { status, text, stored: null };
}
