import { createInterface } from 'node:readline';
import type { Narrator } from '../terminal/narrator.ts';
import { approveLine, type Decide } from './approved.ts';

/** Approves at once, as the demo's maintainer. */
export const scripted: Decide = async ({ hash }) => approveLine(hash);

/** The person at the terminal, as the maintainer. */
export interface Person {
  readonly decide: Decide;
  leave(): void;
}

/** Shows the line that approves and takes what is typed. Null when the input ends. */
export function asked(
  tell: Narrator,
  issueUrl: (issue: number) => string,
  input: NodeJS.ReadableStream,
): Person {
  const lines = createInterface({ input, terminal: false });
  const typed = lines[Symbol.asyncIterator]();
  return {
    async decide({ issue, hash }) {
      tell.blank();
      tell.note(`Now you are kim, the maintainer. The proposal’s page: ${issueUrl(issue)}`);
      tell.note('Type the line that approves; or /reject, the hash and your reason:');
      tell.note(tell.look(approveLine(hash), 'cyan'));
      for (;;) {
        const next = await typed.next();
        if (next.done === true) return null;
        if (next.value.trim() !== '') return next.value.trim();
      }
    },
    leave: () => lines.close(),
  };
}
