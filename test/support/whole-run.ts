/** One run from start to end, with its real record: every part agrees with every other until a test twists it. */
import { headOfAll, link, type Draft, type Entry } from '../../lib/core/audit/entry.ts';
import { digestText } from '../../lib/core/json/digest.ts';
import type { ParsedRecord } from '../../lib/core/proposal/parse-record.ts';
import { runIdOf } from '../../lib/core/proposal/proposal.ts';
import { render } from '../../lib/core/proposal/render.ts';
import { composeBody } from '../../lib/core/proposal/body.ts';
import { writeRecord } from '../../lib/core/proposal/write.ts';
import { digestIssue } from '../../lib/core/approval/decide.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import type { RunEvent } from '../../lib/core/run/event.ts';
import { formatInstant } from '../../lib/core/time/instant.ts';
import { event, kim, sourceOf } from './entry.ts';
import { readRecord, type Twist } from './proposal.ts';

/** The App's id at GitHub. */
export const appId = '4242';

/** A run whose record and entries agree, with the issue that it stands in. */
export interface WholeRun {
  readonly read: ParsedRecord;
  readonly record: string;
  readonly entries: readonly Entry[];
  readonly issue: { readonly title: string; readonly body: string };
  /** The body of kim's comment. */
  readonly approval: string;
}

/** The App's events of a run that ends well; a test gives others to tell another story. */
export type Story = (run: { readonly read: ParsedRecord; readonly approval: string }) => readonly RunEvent[];

/** 2026-11-30T14:12:00.000Z, behind the proposal's own time. */
const startMs = 1_796_047_920_000;

/** Approved by kim, done once, read back equal, told. */
export const endsWell: Story = ({ read, approval }) => {
  const { action } = read.proposal;
  const source = sourceOf('13', { bodyDigest: digestText(approval) });
  return [
    event('published', { what: 'check_run', id: '42', entries: [] }),
    event('approval.recorded', { hash: read.hash, source }),
    event('intent.recorded', { type: action.type, idempotencyKey: action.idempotencyKey }),
    event('claim.taken'),
    event('rights.read', { by: kim }),
    event('write.started'),
    event('write.answered'),
    event('readback.equal', { fields: 5 }),
  ];
};

/** Builds a run: the runner's events, the taking in, and the story; at the end it is told, unless `untold`. */
export function wholeRun(story: Story = endsWell, twist: Twist = {}, untold = false): WholeRun {
  const read = readRecord(twist);
  const record = writeRecord(read.record);
  const page = render(read);
  const issue = {
    title: page.title,
    body: composeBody({ visible: page.visible, packedRecord: recordCodec.encode(record), seal: null }),
  };
  const approval = `/approve ${read.hash}`;
  const received = event('proposal.received', {
    hash: read.hash,
    record: digestText(record),
    text: digestIssue(issue),
  });
  const events = [received, event('proposal.accepted'), ...story({ read, approval })];
  const entries = extend(read, read.record.events, events);
  const ended = untold
    ? entries
    : extend(read, entries, [told(entries), event('published', { what: 'issue' })]);
  return { read, record, entries: ended, issue, approval };
}

/** Links more events behind entries, a second apart. */
export function extend(
  read: ParsedRecord,
  entries: readonly Entry[],
  events: readonly RunEvent[],
): readonly Entry[] {
  const drafts = events.map((one, index): Draft => {
    const at = formatInstant(startMs + (entries.length + index) * 1000);
    const person = 'by' in one.data && typeof one.data.by !== 'string' && one.type !== 'rights.read';
    const actor = person
      ? ({ kind: 'person', ...one.data.by } as const)
      : ({ kind: 'app', id: 'countersign', login: null } as const);
    return { ...one, at, actor };
  });
  return [...entries, ...link(runIdOf(read.proposal), headOfAll(entries), drafts)];
}

function told(entries: readonly Entry[]): RunEvent {
  return event('published', {
    what: 'result',
    id: '99',
    entries: entries.slice(-2).map(({ digest }) => digest),
  });
}
