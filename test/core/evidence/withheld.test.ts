import { describe, expect, test } from 'vitest';
import type { EvidenceReceipt } from '../../../lib/core/evidence/receipt.ts';
import { isWithheld, showsEvidence, withholdingFault } from '../../../lib/core/evidence/withheld.ts';
import { digestText } from '../../../lib/core/json/digest.ts';
import { exposesEvidence, mayShowEvidence } from '../../../lib/core/policy/exposes.ts';
import { evidenceSection } from '../../../lib/core/proposal/evidence-section.ts';
import { render } from '../../../lib/core/proposal/render.ts';
import { buildRecord, readRecord, receiptOf, type Twist } from '../../support/proposal.ts';

const shown = receiptOf('shown');
const withheld = receiptOf('', { flags: ['withheld'] });
const artifact = digestText('an archive');
const withheldRecord: Twist = { excerpts: ['', ''], receipt: { flags: ['withheld'] } };

describe('evidence that is withheld', () => {
  test('is told from what is shown by its receipt', () => {
    expect([shown, withheld].map(isWithheld)).toEqual([false, true]);
    expect([[], [shown], [withheld], [withheld, shown]].map(showsEvidence)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  test.each<[string, readonly EvidenceReceipt[], string | null]>([
    ['nothing was gathered', [], null],
    ['all is shown', [shown, shown], null],
    [
      'all is shown and kept',
      [
        { ...shown, artifact },
        { ...shown, artifact },
      ],
      null,
    ],
    ['all is withheld', [withheld, withheld], null],
    ['some is withheld', [withheld, shown], 'all evidence withheld, or none'],
    [
      'it has an excerpt',
      [receiptOf('shown', { flags: ['withheld'] })],
      'neither excerpt nor artifact of what is withheld',
    ],
    ['it is kept', [{ ...withheld, artifact }], 'neither excerpt nor artifact of what is withheld'],
    ['only some is kept', [{ ...shown, artifact }, shown], 'one artifact for all evidence, or none'],
  ])('SE-08: receipts where %s', (_, receipts, fault) => {
    expect(withholdingFault(receipts)).toBe(fault);
  });

  test('SE-08: makes no proposal where the receipts contradict one another', () => {
    expect(() => readRecord({ excerpts: ['a', 'b'], receipt: { flags: ['withheld'] } })).toThrow(
      'proposal_malformed: evidence: expected neither excerpt nor artifact of what is withheld',
    );
  });

  test('SE-08: leaves its digests on the page, says why, who can change it, and shows nothing', () => {
    const { visible } = render(readRecord(withheldRecord));
    const section = visible.slice(visible.indexOf('### Evidence'));
    expect(section).toContain('### Evidence (not shown)');
    expect(section).toContain('This repository is public, and its policy does not say `evidence: public`');
    expect(section).toContain('add `evidence: public` to `.github/countersign.yml`');
    expect(section).toContain('**2. `ops.service-status`** · 39 bytes · `sha256:');
    expect(section).toContain(' · not shown');
    expect(section).not.toContain('```');
    expect(JSON.stringify(buildRecord(withheldRecord))).not.toContain('degraded');
  });
});

describe('evidence that is kept', () => {
  test('is named on the page with its digest, its place and how it is checked', () => {
    const { visible } = render(readRecord({ receipt: { artifact } }));
    expect(visible).toContain(
      'the artifact `countersign-evidence-701-8809-1-01234567` of [the Actions run](https://github.com/acme/payments/actions/runs/8809/attempts/1), `sha256:',
    );
    expect(visible).toContain('its SHA-256 is the receipt’s `redacted`.');
    expect(evidenceSection([shown], ['shown'], { name: 'a', url: 'b' }).join('\n')).not.toContain('artifact');
  });
});

describe('a repository’s visibility and its policy', () => {
  const pub = { evidence: 'public' } as const;
  const priv = { evidence: 'private' } as const;

  test('SE-08: let evidence be shown unless anybody can read it and the policy does not say that they may', () => {
    expect(mayShowEvidence(priv, false)).toBe(true);
    expect(mayShowEvidence(pub, true)).toBe(true);
    expect(mayShowEvidence(priv, true)).toBe(false);
  });

  test('SE-08: a proposal that shows none exposes none', () => {
    expect(exposesEvidence({ evidence: [withheld] }, priv, true)).toBe(false);
    expect(exposesEvidence({ evidence: [shown] }, priv, true)).toBe(true);
    expect(exposesEvidence({ evidence: [shown] }, priv, false)).toBe(false);
    expect(exposesEvidence({ evidence: [shown] }, pub, true)).toBe(false);
  });
});
