import { describe, expect, it } from 'vitest';
import { digestDocument } from '../../../lib/core/json/digest.ts';
import { parseProposal } from '../../../lib/core/proposal/parse.ts';
import { render } from '../../../lib/core/proposal/render.ts';
import { hashProposal, writeProposal } from '../../../lib/core/proposal/write.ts';
import { buildProposal, readRecord } from '../../support/proposal.ts';

describe('users 45: what an approval is for', () => {
  it('is the proposal’s bytes alone: its page is made from them and adds nothing to the hash', () => {
    const { record, hash, proposal } = readRecord();
    const page = render(readRecord());
    expect(hash).toBe(hashProposal(record.proposal));
    expect(record.proposal).toBe(writeProposal(proposal));
    for (const words of ['**Proposed:**', 'To approve exactly this']) {
      expect(page.visible).toContain(words);
      expect(record.proposal).not.toContain(words);
    }
    expect(render(readRecord())).toEqual(page);
  });

  it('carries its kind, and with it the version of its format, in the hash', () => {
    const { proposal } = buildProposal();
    const text = writeProposal(proposal);
    expect(text).toContain('"kind":"countersign/proposal@1"');
    const other = text.replace('proposal@1', 'proposal@2');
    expect(hashProposal(other)).not.toBe(hashProposal(text));
    expect(parseProposal(other)).toMatchObject({ fault: { code: 'proposal_malformed' } });
    expect(digestDocument({ kind: 'countersign/audit@1', proposal: text })).not.toBe(hashProposal(text));
  });
});
