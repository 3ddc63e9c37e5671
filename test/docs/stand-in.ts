/** Stands in for `gh`, which tests do not install, and for `curl` and `jq` on a machine without them. */
import { appendFileSync, readFileSync } from 'node:fs';
import { type Asked, readCurl, readGh } from './arguments.ts';
import { filter, print, type Value } from './jq.ts';

const [tool, ...words] = process.argv.slice(2);

async function ask(asked: Asked, more: Readonly<Record<string, string>>): Promise<string> {
  const url = asked.url.startsWith('http') ? asked.url : `${process.env['API'] ?? ''}/${asked.url}`;
  appendFileSync(process.env['ASKED'] ?? '/dev/null', `${asked.method} ${asked.url} ${asked.body ?? ''}\n`);
  const answer = await fetch(url, {
    method: asked.method,
    headers: { 'user-agent': 'stand-in', ...asked.headers, ...more },
    body: asked.body,
  });
  const text = await answer.text();
  if (!answer.ok) {
    process.stderr.write(`${tool}: HTTP ${answer.status} ${text}\n`);
    process.exitCode = 22;
    return '';
  }
  return text;
}

async function run(): Promise<void> {
  if (tool === 'gh') {
    const asked = readGh(words);
    const text = await ask(asked, { authorization: `Bearer ${process.env['TOKEN'] ?? ''}` });
    if (text !== '') process.stdout.write(asked.jq === null ? text : filtered(asked.jq, text));
  } else if (tool === 'curl') {
    process.stdout.write(await ask(readCurl(words), {}));
  } else {
    const [text = '', file = '/dev/stdin'] = words.filter((word) => word !== '-r');
    process.stdout.write(filtered(text, readFileSync(file, 'utf8')));
  }
}

function filtered(text: string, json: string): string {
  const value: Value = JSON.parse(json);
  return print(filter(text, value));
}

await run();
