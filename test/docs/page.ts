/** The steps of `docs/api.md`: what stands under a heading, for `gh` and for `curl`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Tool = 'gh' | 'curl';

export interface Step {
  readonly heading: string;
  /** The script for this tool: its own part of each block, and blocks without parts as they are. */
  readonly script: Readonly<Record<Tool, string>>;
}

export function readSteps(): readonly Step[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'api.md'), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      heading: section.slice(0, section.indexOf('\n')),
      script: { gh: scriptOf(section, 'gh'), curl: scriptOf(section, 'curl') },
    }))
    .filter(({ script }) => script.gh !== '');
}

function scriptOf(section: string, tool: Tool): string {
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block ?? '');
  return blocks.map((block) => partOf(block, tool)).join('');
}

function partOf(block: string, tool: Tool): string {
  const [, gh, curl] = /^# gh\n([\s\S]*?)^# curl\n([\s\S]*)$/m.exec(block) ?? [];
  if (gh === undefined || curl === undefined) return block;
  return tool === 'gh' ? gh : curl;
}
