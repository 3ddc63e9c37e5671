import { headOfAll, verifyChain, type Head } from '../audit/entry.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented } from './presented.ts';

const check = 'head';

/**
 * The chain ends where the App says that it ends: a chain alone does not show that its tail was cut off,
 * nor that all of it was written anew. Without that word nobody can say, which is no pass.
 */
export function checkHead(presented: Presented): Finding {
  const { head, entries, entriesFault } = presented;
  if (entriesFault !== null) return cannotSay(check, entriesFault.code, entriesFault.said);
  if (head === null)
    return cannotSay(
      check,
      'head_unavailable',
      'head unavailable: GitHub shows no check run of the App, as after some 400 days; an export verifies without it',
    );
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries);
  const own = headOfAll(entries);
  const agrees = own.count === head.count && own.digest === head.digest;
  const fault = agrees ? null : verifyChain(entries, head);
  if (fault === null) return passes(check, told(presented, head));
  return fails(
    check,
    'head_differs',
    `the chain has ${own.count} entries, and the head that was published says ${head.count}${
      own.count === head.count ? ', with another digest' : ''
    }`,
    fault.seq,
  );
}

function told({ published }: Presented, { count, digest }: Head): string {
  const head = `${count} entries, sha256:${String(digest)}`;
  const app = published?.app ?? null;
  if (app === null) return head;
  return `${head}, on a check run that only App ${app.id} (${String(app.slug)}) can write${app.named ? '' : ': compare that id with your App’s'}`;
}
