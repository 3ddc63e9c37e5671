import type { JsonObject } from '../../../lib/core/json/value.ts';
import { emptyHead, headOfAll, link, type Draft } from '../../../lib/core/audit/entry.ts';
import { idempotencyKeyOf, keyRunIdOf } from '../../../lib/core/proposal/idempotency-key.ts';
import { composeBody, splitBody } from '../../../lib/core/proposal/body.ts';
import { parseRecord } from '../../../lib/core/proposal/parse-record.ts';
import { runIdOf, type Proposal } from '../../../lib/core/proposal/proposal.ts';
import { render } from '../../../lib/core/proposal/render.ts';
import { writeProposal, writeRecord } from '../../../lib/core/proposal/write.ts';
import { recordCodec } from '../../../lib/adapters/record/codec.ts';

export interface Forgery {
  readonly title: string;
  readonly body: string;
  /** The record in it, deflated. */
  readonly packedRecord: string;
}

/**
 * What a clever stranger could post: a proposal of her own, made from a genuine one, in which every
 * digest fits every other. All she lacks is a job of this repository, whose identity would seal it.
 */
export function forge(genuineBody: string, change: (input: JsonObject) => JsonObject): Forgery {
  const parts = splitBody(genuineBody);
  const packed = parts.ok ? recordCodec.decode(parts.value.packedRecord) : parts;
  const read = packed.ok ? parseRecord(packed.value) : packed;
  if (!parts.ok || !read.ok) throw new Error('the genuine proposal can’t be read');
  const genuine = read.value;
  const nonce = genuine.proposal.nonce.split('').toReversed().join('');
  const input = change(genuine.proposal.action.input);
  const { type, target } = genuine.proposal.action;
  const repositoryId = genuine.proposal.repository.id;
  const idempotencyKey = idempotencyKeyOf({
    repositoryId,
    runId: keyRunIdOf(genuine.proposal),
    type,
    target,
    input,
  });
  const draft: Proposal = {
    ...genuine.proposal,
    nonce,
    action: { ...genuine.proposal.action, input, idempotencyKey },
  };
  const drafts = genuine.record.events.map((entry): Draft => {
    const { at, actor } = entry;
    if (entry.type !== 'proposal.composed') return { ...entry, at, actor };
    return { type: entry.type, data: { ...entry.data, idempotencyKey }, at, actor };
  });
  const events = link(runIdOf(draft), emptyHead, drafts);
  const { count, digest } = headOfAll(events);
  const proposal = { ...draft, events: { count, head: digest ?? '' } };
  const record = writeRecord({ ...genuine.record, proposal: writeProposal(proposal), events });
  const forged = parseRecord(record);
  if (!forged.ok) throw new Error(`the forgery does not hold: ${forged.fault.detail}`);
  const page = render(forged.value);
  const packedRecord = recordCodec.encode(record);
  return {
    title: page.title,
    body: composeBody({ visible: page.visible, packedRecord, seal: null }),
    packedRecord,
  };
}
