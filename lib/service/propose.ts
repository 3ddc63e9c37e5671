import { actionTypes } from '../core/action/types.ts';
import type { Bundle } from '../core/bundle/bundle.ts';
import type { BundleLock } from '../core/bundle/lock.ts';
import type { EvidenceReceipt } from '../core/evidence/receipt.ts';
import { digestText, type Digest } from '../core/json/digest.ts';
import type { JsonObject } from '../core/json/value.ts';
import type { ArtifactFault, Artifacts } from '../core/port/artifacts.ts';
import type { Ids } from '../core/port/clock.ts';
import type { ServerFault, ServerLaunch } from '../core/port/evidence-server.ts';
import type { Expressions } from '../core/port/expressions.ts';
import type { Policies } from '../core/port/policies.ts';
import type { RecordCodec } from '../core/port/record-codec.ts';
import type { ActionsRun, Issue, RunnerHost } from '../core/port/runner-host.ts';
import type { Sealer, SealVerifier } from '../core/port/seal.ts';
import { composeBody } from '../core/proposal/body.ts';
import type { ParsedRecord } from '../core/proposal/parse-record.ts';
import { runIdOf } from '../core/proposal/proposal.ts';
import { ok, refused, type Result } from '../core/result.ts';
import { runnerFault, type RunnerFault } from './gather-fault.ts';
import { faultOf } from './gather-servers.ts';
import type { GatherPorts } from './gather.ts';
import type { Ingredients } from './propose-compose.ts';
import { githubContext } from './propose-context.ts';
import { findProposal, type PlantedIssue } from './propose-find.ts';
import { anyDigest, isKept, keepEvidence } from './propose-keep.ts';
import { planPage, type Page } from './propose-plan.ts';
import { applyPolicy, readPolicy } from './propose-policy.ts';
import { decideShowing, gatherShowing, type Keeping } from './propose-show.ts';
import { judgeTarget, nameTarget } from './propose-target.ts';

/** The label by which the App and people find proposals. */
const proposalLabel = 'countersign';

export interface ProposeOrder {
  /** `owner/name`, where the run belongs. */
  readonly repository: string;
  readonly runId: string;
  /** `owner/repo/.github/workflows/file.yml@refs/…`, as the runner says; it must fit the run that GitHub knows. */
  readonly workflowRef: string;
  readonly host: string;
  readonly bundle: Bundle;
  readonly bundleDigest: Digest;
  readonly lock: BundleLock;
  readonly keeping: Keeping;
  readonly parameters: JsonObject;
  /** Resolved only when the servers are really needed. */
  readonly launches: () => Promise<Result<readonly ServerLaunch[], ServerFault>>;
  readonly signal: AbortSignal;
}

export interface ProposePorts extends GatherPorts {
  readonly expressions: Expressions;
  readonly host: RunnerHost;
  readonly policies: Policies;
  readonly codec: RecordCodec;
  readonly sealer: Sealer;
  readonly verifier: SealVerifier;
  readonly artifacts: Artifacts;
  readonly ids: Ids;
  /** Whether a text holds one of our own credentials: then it is not posted. */
  readonly holdsCredential: (text: string) => boolean;
}

/** An open proposal with everything that the outputs and the summary tell. */
export interface Proposed {
  /** Whether it was there before this run of the Action. */
  readonly found: boolean;
  readonly issue: Issue;
  readonly run: string;
  readonly hash: Digest;
  /** The proposal's canonical text. */
  readonly proposal: string;
  readonly sentence: string;
  readonly evidence: readonly EvidenceReceipt[];
  /** Why the whole evidence was not kept although it was to be; null where it was, or was not to be. */
  readonly unkept: ArtifactFault | null;
  readonly planted: readonly PlantedIssue[];
}

/** From an Actions run to its open proposal: found, or gathered, composed, sealed and opened once. */
export async function propose(
  order: ProposeOrder,
  ports: ProposePorts,
): Promise<Result<Proposed, RunnerFault>> {
  const run = await readRun(order, ports.host);
  if (!run.ok) return run;
  const before = await lookFor(run.value, ports);
  if (!before.ok) return before;
  if (before.value.found !== null) return ok(before.value.found);
  const composed = await compose(order, run.value, ports);
  if (!composed.ok) return composed;
  const opened = await open(composed.value, run.value, ports);
  if (!opened.ok) return opened;
  return ok({ ...opened.value, planted: before.value.planted });
}

async function readRun(order: ProposeOrder, host: RunnerHost): Promise<Result<ActionsRun, RunnerFault>> {
  const { repository, runId, workflowRef } = order;
  const run = await host.actionsRun({ repository, runId });
  if (!run.ok)
    return refused(
      runnerFault('run_unreadable', `The Actions run ${runId} could not be read: ${run.fault.what}.`),
    );
  const { name } = run.value.repository;
  if (run.value.id !== runId || workflowRef.split('@')[0] !== `${name}/${run.value.path}`) {
    return refused(
      runnerFault('run_mismatch', 'What the runner says of its workflow is not what GitHub says of the run.'),
    );
  }
  return run;
}

async function lookFor(
  run: ActionsRun,
  ports: ProposePorts,
): Promise<
  Result<{ readonly found: Proposed | null; readonly planted: readonly PlantedIssue[] }, RunnerFault>
> {
  const look = await findProposal(run, ports);
  if (!look.ok)
    return refused(
      runnerFault('issue_not_opened', `Open proposals could not be listed: ${look.fault.what}.`),
    );
  const { found, planted } = look.value;
  if (found === null) return ok({ found, planted });
  const { issue, parsed } = found;
  return ok({ found: { found: true, issue, ...factsOf(parsed), unkept: null, planted }, planted });
}

interface ReadyToOpen {
  readonly title: string;
  readonly body: string;
  readonly parsed: ParsedRecord;
  readonly unkept: ArtifactFault | null;
}

async function compose(
  order: ProposeOrder,
  run: ActionsRun,
  ports: ProposePorts,
): Promise<Result<ReadyToOpen, RunnerFault>> {
  const { bundle, bundleDigest, lock, parameters, host, workflowRef, signal } = order;
  const github = githubContext(run, host);
  const named = nameTarget(bundle, { params: parameters, github }, run, ports.expressions);
  if (!named.ok) return named;
  const standing = await readPolicy(run, named.value, ports);
  if (!standing.ok) return standing;
  const { state, seen } = standing.value;
  const target = judgeTarget(bundle, run, named.value, seen);
  if (!target.ok) return target;
  const applied = applyPolicy({ state, bundle, target: target.value, run, workflowRef }, ports);
  if (!applied.ok) return applied;
  const showing = decideShowing({ order, run, target: target.value, policy: state.policy }, ports);
  if (!showing.ok) return showing;
  const launches = await order.launches();
  if (!launches.ok) return refused(faultOf(launches.fault));
  const gathered = await gatherShowing(
    { bundle, lock, parameters, github, launches: launches.value, signal },
    ports,
    showing.value,
  );
  if (!gathered.ok) return gathered;
  const ingredients: Ingredients = {
    bundle,
    bundleDigest,
    parameters,
    github,
    run,
    workflowRef,
    host,
    nonce: ports.ids.nonce(),
    target: target.value,
    applied: applied.value,
    gathered: gathered.value,
    showing: showing.value,
    artifact: null,
    composedAt: ports.clock.now(),
  };
  const finished = await finish(ingredients, order, ports);
  if (!finished.ok) return finished;
  const { text, parsed, visible, title, packedRecord, unkept } = finished.value;
  // Every server has stopped by now: none of them can use what the job seals with.
  const seal = await ports.sealer.seal({
    hash: parsed.hash,
    record: digestText(text),
    repositoryId: parsed.proposal.repository.id,
    run: runIdOf(parsed.proposal),
    packedRecord,
  });
  if (!seal.ok) return refused(runnerFault(seal.fault.code, seal.fault.what));
  return ok({ title, body: composeBody({ visible, packedRecord, seal: seal.value }), parsed, unkept });
}

/** Makes the page. Whole evidence is kept before, because its digest is in the hash, and only for what makes a proposal. */
async function finish(
  ingredients: Ingredients,
  { keeping, signal }: ProposeOrder,
  ports: ProposePorts,
): Promise<Result<Page & Pick<ReadyToOpen, 'unkept'>, RunnerFault>> {
  if (keeping === 'never' || !isKept(ingredients)) {
    const planned = planPage(ingredients, ports);
    return planned.ok ? ok({ ...planned.value, unkept: null }) : planned;
  }
  const sound = planPage({ ...ingredients, artifact: anyDigest }, ports);
  if (!sound.ok) return sound;
  const kept = await keepEvidence(keeping, ingredients, ports, signal);
  if (!kept.ok) return kept;
  const { artifact, fault: unkept } = kept.value;
  const planned = planPage({ ...ingredients, artifact }, ports);
  return planned.ok ? ok({ ...planned.value, unkept }) : planned;
}

async function open(
  ready: ReadyToOpen,
  run: ActionsRun,
  ports: ProposePorts,
): Promise<Result<Omit<Proposed, 'planted'>, RunnerFault>> {
  const { title, body, parsed, unkept } = ready;
  if (ports.holdsCredential(`${title}\n${body}`))
    return refused(runnerFault('action_refused', 'The proposal holds one of this job’s own credentials.'));
  const issue = await ports.host.openIssue({
    repository: run.repository.name,
    title,
    body,
    labels: [proposalLabel],
  });
  if (issue.ok) return ok({ found: false, issue: issue.value, ...factsOf(parsed), unkept });
  // The answer was lost, so the issue may be there. It is looked for, and never opened a second time.
  if (issue.fault.code === 'ambiguous') {
    const look = await findProposal(run, ports);
    if (look.ok && look.value.found !== null)
      return ok({ found: false, issue: look.value.found.issue, ...factsOf(look.value.found.parsed), unkept });
  }
  return refused(runnerFault('issue_not_opened', `GitHub did not open the issue: ${issue.fault.what}.`));
}

function factsOf(
  parsed: ParsedRecord,
): Pick<Proposed, 'run' | 'hash' | 'proposal' | 'sentence' | 'evidence'> {
  const { proposal, hash, record } = parsed;
  const type = actionTypes.get(proposal.action.type);
  if (type === undefined) throw new TypeError('propose: the proposal was not parsed');
  return {
    run: runIdOf(proposal),
    hash,
    proposal: record.proposal,
    sentence: type.sentence(proposal.action),
    evidence: proposal.evidence,
  };
}
