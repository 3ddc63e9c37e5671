import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { proposedPage, refusedPage, type RefusalPage } from '../../action/summary.ts';
import { receiptOf } from '../support/proposal.ts';

const markdown = new MarkdownIt({ html: true });

const proposed: Parameters<typeof proposedPage>[0] = {
  found: false,
  issue: {
    id: '1',
    nodeId: 'I_1',
    number: 7,
    url: 'https://github.com/acme/payments/issues/7',
    title: '',
    body: '',
    open: true,
    author: { id: '1', login: 'dana' },
  },
  run: '701-81000005-1-ff0ca39d',
  hash: 'a'.repeat(64),
  proposal: '{}',
  sentence: 'create the issue `x` in `acme/payments`',
  evidence: [receiptOf('all is well', { authors: ['17', '4'], flags: ['shortened', 'escaped'] })],
  planted: [],
  unkept: null,
};

describe('the page of a step with a proposal', () => {
  const html = markdown.render(proposedPage(proposed, null));

  it('links the issue, and has the whole command in a block to copy', () => {
    expect(html).toContain('<a href="https://github.com/acme/payments/issues/7">issue #7</a>');
    expect(html).toContain(`<pre><code class="language-text">/approve ${'a'.repeat(64)}\n</code></pre>`);
  });

  it('has one row for each receipt: server, tool, bytes, digest, authors, flags', () => {
    const [receipt] = proposed.evidence;
    const cells = [...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell);
    expect(cells).toEqual([
      '1',
      `<code>${receipt?.server}</code>`,
      `<code>${receipt?.tool}</code>`,
      String(receipt?.bytes.output),
      `<code>sha256:${receipt?.output.slice(0, 12)}…</code>`,
      '17, 4',
      '<code>shortened</code> <code>escaped</code>',
    ]);
  });

  it('shows as text whom the bundle has in mind, and that policy decides', () => {
    const page = markdown.render(proposedPage(proposed, 'Whoever is on call: @acme/sre <b>now</b>.'));
    expect(page).toContain('<code>Whoever is on call: @acme/sre &lt;b&gt;now&lt;/b&gt;.</code>');
    expect(page).toContain('Who may is policy’s to say.');
    expect(html).not.toContain('has in mind');
  });

  it('says where there was no evidence', () => {
    expect(proposedPage({ ...proposed, evidence: [] }, null)).toContain('No evidence was gathered.');
  });
});

describe('the page of a step that proposed nothing', () => {
  const refusal: RefusalPage = {
    code: 'bundle_invalid',
    faults: [
      { what: 'version: expected a version', place: { file: 'workflows/x/bundle.yml', line: 2, column: 1 } },
      { what: 'a | b ` <img src=x> @dana', place: null },
    ],
    reached: 'before anything was started',
    next: 'Correct the bundle.',
    hasMore: false,
  };

  it('says what, where, how far it came and what to do next', () => {
    const html = markdown.render(refusedPage(refusal));
    expect(html).toContain('<code>workflows/x/bundle.yml:2:1</code>');
    expect(html).toContain('before anything was started');
    expect(html).toContain('Correct the bundle.');
    expect(html).toContain('<code>bundle_invalid</code>');
  });

  it('EV-04: shows a name that is markup as the text that it is', () => {
    const html = markdown.render(refusedPage(refusal));
    expect(html).toContain('&lt;img src=x&gt;');
    expect(html).not.toContain('<img');
  });

  it('bounds its rows, and counts the rest', () => {
    const faults = Array.from({ length: 100 }, () => ({ what: 'x', place: null }));
    expect(refusedPage({ ...refusal, faults })).toContain('and 36 more');
  });
});
