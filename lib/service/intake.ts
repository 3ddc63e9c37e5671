import { link, headOfAll } from '../core/audit/entry.ts';
import { digestIssue } from '../core/approval/decide.ts';
import { termsOf, type Terms } from '../core/approval/terms.ts';
import { digestText } from '../core/json/digest.ts';
import type { AppHost, Thread } from '../core/port/app-host.ts';
import type { StoredRun } from '../core/port/ledger.ts';
import type { SealSubject, SealVerdict } from '../core/port/seal.ts';
import { unfit } from '../core/policy/fits.ts';
import { faultInWords } from '../core/policy/fault-words.ts';
import { acceptedCounts, exceeds, isLimited, limitWindow } from '../core/policy/limits.ts';
import type { PolicyState } from '../core/policy/policy.ts';
import { splitBody } from '../core/proposal/body.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { replay } from '../core/run/advance.ts';
import { runIdOf, type Proposal } from '../core/proposal/proposal.ts';
import { parseInstant } from '../core/time/instant.ts';
import type { WebhookIssue } from '../core/webhook/issue.ts';
import type { Place } from '../core/webhook/place.ts';
import { checkAgainstRun, checkText, checkTimes } from './intake-checks.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import { draft, readExpiry, rowOf, type NewEvent } from './live-run.ts';
import { permissionAlerts } from './permissions.ts';
import { planReminder } from './publish-reminder.ts';
import { readHeadAuthors } from './present-terms.ts';
import { leftAlerts, lookWhoIsLeft, type WhoIsLeft } from './who-is-left.ts';
import { originOf, rebuiltCursor, slotOf } from './run-keys.ts';
import { reachTarget } from './target.ts';

/** An issue that may be a proposal, as a signed delivery brought it. */
export interface Candidate {
  readonly place: Place;
  readonly issue: WebhookIssue;
  readonly delivery: string | null;
}

/** What came of it: a run that now waits, one that was known before, or why it is none. */
export type IntakeOutcome =
  /** With how many entries it was opened. */
  | { readonly outcome: 'accepted'; readonly run: string; readonly entries: number }
  | { readonly outcome: 'known'; readonly run: string }
  | { readonly outcome: 'refused'; readonly code: RefusalCode; readonly detail: string };

/** Under which policy a proposal is taken in, and how many could approve it. */
interface Admitted {
  readonly policy: PolicyState;
  readonly terms: Terms;
  readonly left: WhoIsLeft;
  /** Alerts about permissions that the App lacks. */
  readonly lacking: readonly NewEvent[];
}

interface Checked {
  readonly read: ParsedRecord;
  readonly recordText: string;
  readonly verdict: Extract<SealVerdict, { ok: true }>;
}

/**
 * Takes a proposal in: its bytes, its seal, the Actions run, the repository's policy, who could approve.
 * The issue's author proves nothing; the seal and the run do. Rejects, to be tried again, when GitHub
 * could not be asked; a definite fault is an answer.
 */
export async function intake(ports: AppPorts, candidate: Candidate): Promise<IntakeOutcome> {
  const checked = await readCandidate(ports, candidate);
  if (!checked.ok) return { outcome: 'refused', code: checked.fault.code, detail: checked.fault.detail };
  const { read, recordText, verdict } = checked.value;
  const known = await ports.ledger.byHash({ hash: read.hash });
  if (known !== null) return knownOutcome(known, candidate);

  const host = await ports.hosts.installation(candidate.place.installation);
  const asked = await askGitHub(host, candidate, read);
  if (!asked.ok) return { outcome: 'refused', code: asked.fault, detail: '' };
  const { isPublic } = asked.value;
  const policy = ports.policies.read(asked.value.policy);
  const code = unfit(read.proposal, policy, verdict, isPublic);
  if (code !== null) return { outcome: 'refused', code, detail: detailOf(policy) };
  if (await isOverLimit(ports, policy, read.proposal))
    return { outcome: 'refused', code: 'limit_reached', detail: '' };
  const target = await reachTarget(ports, candidate.place.installation, read.proposal);
  if (target !== null) return { outcome: 'refused', code: target, detail: '' };
  const headAuthors = await readHeadAuthors(host, read.proposal);
  const terms = termsOf(read.proposal, { policy, isPublic, seal: verdict.kind, headAuthors });
  if (!terms.ok) return { outcome: 'refused', code: terms.fault, detail: '' };
  const left = await lookWhoIsLeft(host, terms.value, candidate.place.repository.name);
  const lacking = await permissionAlerts(host, read.proposal.action);
  const admitted = { policy, left, lacking, terms: terms.value };
  return open(ports, candidate, { read, recordText, verdict }, admitted);
}

async function readCandidate(
  ports: AppPorts,
  { place, issue }: Candidate,
): Promise<Result<Checked, { readonly code: RefusalCode; readonly detail: string }>> {
  const parts = splitBody(issue.body);
  if (!parts.ok) return refused({ code: parts.fault, detail: '' });
  const recordText = ports.codec.decode(parts.value.packedRecord);
  if (!recordText.ok) return refused({ code: recordText.fault, detail: '' });
  const read = parseRecord(recordText.value);
  if (!read.ok) return refused(read.fault);
  const fault = checkText({
    read: read.value,
    title: issue.title,
    visible: parts.value.visible,
    place,
    host: ports.host,
  });
  if (fault !== null) return refused({ code: fault, detail: '' });
  const subject: SealSubject = {
    hash: read.value.hash,
    record: digestText(recordText.value),
    repositoryId: place.repository.id,
    run: runIdOf(read.value.proposal),
  };
  const verdict = await ports.seals.verify(subject, parts.value.seal);
  if (!verdict.ok) return refused({ code: verdict.code, detail: '' });
  const late = checkTimes({ proposal: read.value.proposal, openedAt: issue.createdAt });
  if (late !== null) return refused({ code: late, detail: '' });
  return ok({ read: read.value, recordText: recordText.value, verdict });
}

/** A redelivery finds its own run; the same bytes under another issue are a replay. */
function knownOutcome({ run, entries }: StoredRun, { issue }: Candidate): IntakeOutcome {
  const at = replay(entries).issue;
  if (at !== null && at.id === issue.id) return { outcome: 'known', run };
  return { outcome: 'refused', code: 'replayed', detail: at === null ? '' : `#${at.number}` };
}

async function askGitHub(
  host: AppHost,
  { place, issue }: Candidate,
  read: ParsedRecord,
): Promise<Result<Pick<Thread, 'policy' | 'isPublic'>, RefusalCode>> {
  const { origin } = read.proposal;
  if (!('actions' in origin)) return refused('seal_kind_refused');
  const repository = place.repository.name;
  const run = await host.actionsRun({ repository, runId: origin.actions.runId });
  if (!run.ok) {
    // A definite 404 is an answer: there is no such run. Anything else is asked again.
    if (run.fault.status === 404) return refused('run_unreadable');
    throw hostError('intake: actions run', run.fault);
  }
  const fault = checkAgainstRun({ actions: origin.actions, started: read.started, run: run.value, place });
  if (fault !== null) return refused(fault);
  const thread = await host.thread({ repository, issueNodeId: issue.nodeId, commentNodeIds: [] });
  if (!thread.ok) throw hostError('intake: thread', thread.fault);
  return thread;
}

/** Whether the policy takes no more proposals today. Two that come in the same instant may both be the last one. */
async function isOverLimit(ports: AppPorts, state: PolicyState, proposal: Proposal): Promise<boolean> {
  if (state.kind !== 'written' || !isLimited(state.policy)) return false;
  const since = limitWindow(ports.clock.now());
  const starters = await ports.ledger.acceptedSince({ repositoryId: proposal.repository.id, since });
  return exceeds(state.policy, proposal, acceptedCounts(starters));
}

/** The first faults of a policy that has some: enough to find them all by. */
function detailOf(policy: PolicyState): string {
  if (policy.kind !== 'faulty') return '';
  const [first, ...more] = policy.faults;
  if (first === undefined) return '';
  return `${faultInWords(first)}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}

async function open(
  ports: AppPorts,
  { place, issue, delivery }: Candidate,
  { read, recordText, verdict }: Checked,
  { policy, left, lacking, terms }: Admitted,
): Promise<IntakeOutcome> {
  const { proposal, hash, record } = read;
  const run = runIdOf(proposal);
  const author = { id: issue.author.id, login: issue.author.login };
  const drafts = draft(ports, [
    {
      event: {
        type: 'proposal.received',
        data: {
          hash,
          record: digestText(recordText),
          text: digestIssue(issue),
          issue: { number: issue.number, id: issue.id, nodeId: issue.nodeId, author },
          installation: place.installation,
          delivery,
        },
      },
    },
    {
      event: {
        type: 'proposal.accepted',
        data: {
          seal: { kind: verdict.kind, by: verdict.by },
          policy:
            policy.kind === 'written'
              ? { source: policy.commit, digest: policy.digest }
              : { source: 'default', digest: null },
          eligible: { count: left.count, complete: left.complete },
        },
      },
    },
    ...reminder(ports, read, policy),
    ...leftAlerts(left, terms, policy),
    ...lacking,
    ...(await rebuiltAlert(ports, proposal.issuedAt)),
  ]);
  const entries = [...record.events, ...link(run, headOfAll(record.events), drafts)];
  const answer = await ports.ledger.open({
    run,
    repositoryId: place.repository.id,
    installation: place.installation,
    hash,
    record: recordText,
    slot: slotOf(proposal),
    origin: originOf(proposal),
    entries,
    row: rowOf(replay(entries), readExpiry(read) === null ? null : ports.clock.now()),
  });
  switch (answer) {
    case 'opened':
      return { outcome: 'accepted', run, entries: entries.length };
    case 'known':
      return { outcome: 'known', run };
    case 'origin_open':
      return { outcome: 'refused', code: 'run_open', detail: '' };
  }
}

function reminder(ports: AppPorts, read: ParsedRecord, state: PolicyState): readonly NewEvent[] {
  if (state.kind === 'faulty') return [];
  const { remindMs } = state.policy;
  return planReminder({ remindMs, expiresAt: readExpiry(read), now: ports.clock.now() });
}

/**
 * A proposal that is older than the loss of a ledger may have had a run there that could not be put back: the
 * alert makes this one look for its effect as far back as the proposal before it acts.
 */
async function rebuiltAlert(ports: AppPorts, issuedAt: string): Promise<readonly NewEvent[]> {
  const rebuilt = await ports.ledger.cursor({ name: rebuiltCursor });
  const [since, issued] = [parseInstant(rebuilt ?? ''), parseInstant(issuedAt)];
  if (!since.ok || !issued.ok || issued.value > since.value) return [];
  return [{ event: { type: 'alert.raised', data: { code: 'ledger_rebuilt', subject: 'ledger' } } }];
}
