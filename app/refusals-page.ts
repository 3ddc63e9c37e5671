import { refusals } from '../lib/core/refusal.ts';

/** The page behind the `why` link of every refusal: each code with its meaning, under an anchor of its own. */
export function refusalsPage(): string {
  const rows = Object.entries(refusals).map(
    ([code, meaning]) => `<tr id="${code}"><td><code>${code}</code></td><td>${escape(meaning)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Countersign: what the codes mean</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}
td{padding:.4rem 1rem .4rem 0;vertical-align:top;border-bottom:1px solid #8884}tr:target{background:#fd06}
</style></head><body><h1>What the codes mean</h1>
<p>Countersign answers every command with one of these codes. Codes are stable; the words beside them may change.</p>
<table>${rows.join('\n')}</table></body></html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
