/** A job in memory: what a bundle, a tool and GitHub say can be twisted, and what happened is kept in order. */
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { policies } from '../../lib/adapters/policy/policies.ts';
import { hmacSealer, hmacVerifier } from '../../lib/adapters/seal/hmac.ts';
import { readYaml } from '../../lib/adapters/yaml/read-yaml.ts';
import { redact } from '../../lib/core/evidence/redact.ts';
import type { Digest } from '../../lib/core/json/digest.ts';
import type { ArtifactFault } from '../../lib/core/port/artifacts.ts';
import type { EvidenceServers, OfferedTool, ToolAnswer } from '../../lib/core/port/evidence-server.ts';
import type { ActionsRun, HostFault, Issue, RunnerHost } from '../../lib/core/port/runner-host.ts';
import { ok, refused, type Result } from '../../lib/core/result.ts';
import type { ProposeOrder, ProposePorts } from '../../lib/service/propose.ts';
import { nativePlanner } from '../../lib/core/flow/native.ts';
import { bundleOf, expressions, lockOf, written } from '../core/bundle/written.ts';

const run: ActionsRun = {
  id: '8809',
  attempt: 1,
  path: '.github/workflows/countersign.yml',
  sha: 'a'.repeat(40),
  branch: 'main',
  event: 'workflow_dispatch',
  actor: { id: '1001', login: 'dana' },
  triggeringActor: { id: '1001', login: 'dana' },
  repository: { id: '501', ownerId: '77', name: 'acme/payments', isPublic: false },
  readAt: '2026-11-30T14:10:00.000Z',
};

export function answerOf(text: string): ToolAnswer {
  const output = JSON.stringify({ content: [{ type: 'text', text }] });
  return {
    output: () => [output],
    isText: true,
    text,
    hasBinary: false,
    structured: null,
    isError: false,
    authors: 'unknown',
  };
}

export interface Job {
  readonly order: ProposeOrder;
  readonly ports: ProposePorts;
  /** `start ops`, `call ops.service-status`, `stop ops`, `seal`, `open`, … */
  readonly log: readonly string[];
  readonly issues: readonly Issue[];
}

export interface Twist {
  readonly run?: Partial<ActionsRun>;
  readonly order?: Partial<ProposeOrder>;
  readonly ports?: Partial<ProposePorts>;
  readonly answer?: (tool: string) => ToolAnswer;
  readonly tools?: (server: string, nth: number) => readonly OfferedTool[];
  readonly open?: (issue: Issue) => Result<Issue, HostFault>;
  readonly list?: Result<readonly Issue[], HostFault>;
  readonly keep?: Result<Digest, ArtifactFault>;
}

const key = new TextEncoder().encode('a key of at least thirty-two bytes');

export function tool(name: string): OfferedTool {
  return { name, descriptor: { name }, readOnly: true };
}

export function jobOf(twist: Twist = {}): Job {
  const log: string[] = [];
  const issues: Issue[] = [];
  const note = <Value>(what: string, value: Value): Promise<Value> => {
    log.push(what);
    return Promise.resolve(value);
  };
  const offered =
    twist.tools ??
    ((server) => (server === 'ops' ? [tool('service-status')] : [tool('a.b'), tool('read_text_file')]));
  const servers: EvidenceServers = {
    start: ({ server }) => {
      let lists = 0;
      return note(
        `start ${server}`,
        ok({
          server,
          tools: () => note(`list ${server}`, ok(offered(server, (lists += 1)))),
          call: (name: string) => note(`call ${server}.${name}`, ok((twist.answer ?? answerOf)(name))),
          stop: () => note(`stop ${server}`, { stdoutLines: 1, stderrBytes: 10 }),
        }),
      );
    },
  };
  const host: RunnerHost = {
    actionsRun: () => note('read run', ok({ ...run, ...twist.run })),
    policies: ({ target: name }) => {
      const target = name === null ? null : { id: '601', ownerId: '77', name, isPublic: false };
      const what = name === null ? 'read policy' : `read policy and ${name}`;
      return note(what, ok({ repository: null, organisation: null, target }));
    },
    openProposals: () => note('list issues', twist.list ?? ok(issues.toReversed())),
    openIssue: ({ title, body }) => {
      const number = issues.length + 1;
      const url = `https://github.com/acme/payments/issues/${number}`;
      const author = { id: '41898282', login: 'github-actions[bot]' };
      const issue = {
        id: `90${number}`,
        nodeId: `I_${number}`,
        number,
        url,
        title,
        body,
        open: true,
        author,
      };
      const opened = twist.open?.(issue) ?? ok(issue);
      if (opened.ok || opened.fault.code === 'ambiguous') issues.push(issue);
      return note('open', opened);
    },
  };
  const sealer = hmacSealer(key);
  const bundle = bundleOf(written);
  return {
    log,
    issues,
    order: {
      repository: 'acme/payments',
      runId: '8809',
      workflowRef: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
      host: 'https://github.com',
      bundle,
      bundleDigest: 'b'.repeat(64),
      lock: lockOf(bundle),
      keeping: 'never',
      parameters: { service: 'payments', urgent: false },
      launches: () =>
        note(
          'launches',
          ok(
            bundle.servers.map(({ id }) => ({
              server: id,
              version: null,
              command: id,
              arguments: [],
              directory: '/',
              environment: {},
            })),
          ),
        ),
      signal: new AbortController().signal,
      ...twist.order,
    },
    ports: {
      servers,
      clock: { now: () => 1_796_047_800_000, sleep: (_ms, signal) => untilAborted(signal) },
      expressions,
      policies: policies(readYaml),
      planner: nativePlanner(expressions),
      pauses: null,
      redact: (text) => redact(text, []),
      progress: ({ type }) => void log.push(type),
      host,
      codec: recordCodec,
      sealer: { kind: 'hmac', seal: (subject) => note('seal', null).then(() => sealer.seal(subject)) },
      verifier: hmacVerifier([key]),
      artifacts: {
        keep: ({ name }) => note(`keep ${name}`, twist.keep ?? ok('d'.repeat(64))),
      },
      ids: { nonce: () => '0123456789abcdef0123456789abcdef' },
      holdsCredential: () => false,
      ...twist.ports,
    },
  };
}

/** A budget that never runs out by itself. */
function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal === undefined || signal.aborted) return resolve();
    return signal.addEventListener('abort', () => resolve());
  });
}

export const lost: HostFault = { code: 'ambiguous', status: null, what: 'no answer from GitHub' };

export function refusedWith(fault: HostFault): Result<never, HostFault> {
  return refused(fault);
}
