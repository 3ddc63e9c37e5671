import { digestIssue } from '../approval/decide.ts';
import type { Entry } from '../audit/entry.ts';
import { digestText, type Digest } from '../json/digest.ts';
import type { PublishedComment, PublishedIssue, PublishedRun } from '../port/published-run.ts';
import { splitBody } from '../proposal/body.ts';
import { render } from '../proposal/render.ts';
import { counted, entriesOf } from './entries.ts';
import { cannotSay, fails, passes, type Finding } from './finding.ts';
import { noEntries, type Presented, type ReadApp } from './presented.ts';

const check = 'publication';

/**
 * What people read is what the chain holds: each publication tells of entries that came before it; and
 * on GitHub, the issue reads as its record renders, and each of the App's own comments names entries that
 * stand in the chain at that place. Comments are copies: one that is gone takes nothing away, and is told.
 */
export function checkPublication(presented: Presented): Finding {
  const { entries, published } = presented;
  if (published !== null) {
    const code = pageFault(presented, published.run);
    if (code !== null) return fails(check, code, texts[code], receivedSeq(presented));
  }
  if (entries === null) return cannotSay(check, 'entries_missing', noEntries, published !== null);
  const places = new Map(entries.map(({ digest, seq }) => [digest, seq]));
  const early = entriesOf(entries, 'published').find(({ seq, data }) =>
    data.entries.some((digest) => (places.get(digest) ?? Infinity) >= seq),
  );
  if (early !== undefined)
    return fails(
      check,
      'told_unknown',
      'a publication tells of entries that do not come before it',
      early.seq,
    );
  const app = published?.app ?? null;
  if (published === null || app === null)
    return passes(check, 'each publication tells of entries before it; an export holds no comments');
  return checkComments(entries, places, published.run, app);
}

function checkComments(
  entries: readonly Entry[],
  places: ReadonlyMap<Digest, number>,
  run: PublishedRun,
  app: ReadApp,
): Finding {
  const own = new Map(run.comments.all.filter((comment) => isOwn(comment, app)).map((one) => [one.id, one]));
  for (const comment of own.values()) {
    if (!tellsOf(comment, places, run.issue))
      return fails(check, 'comment_strange', `comment ${comment.id} names entries that are not in the chain`);
  }
  const told = entriesOf(entries, 'published').filter(({ data }) => isComment(data.what));
  for (const { seq, data } of told) {
    const comment = own.get(data.id);
    const strange = comment !== undefined && data.entries.some((digest) => !comment.body.includes(digest));
    if (strange)
      return fails(check, 'comment_differs', `comment ${data.id} does not name its entries any more`, seq);
  }
  const gone = told.filter(({ data }) => !own.has(data.id)).length;
  if (gone === 0)
    return passes(check, `the issue’s text, and ${counted(told.length, 'comment')}, as in the chain`);
  const why = run.comments.complete ? 'gone or not shown as the App’s' : 'not among those that were read';
  return cannotSay(
    check,
    'comments_gone',
    `${gone} of ${counted(told.length, 'comment')} ${why}; the chain holds what they told`,
    false,
  );
}

/** Whether the App wrote a comment as itself. Where GitHub names no App, its bot's login tells, which nobody else can have. */
function isOwn({ byBot, app: by, author }: PublishedComment, { id, slug }: ReadApp): boolean {
  if (!byBot) return false;
  return by === null ? slug !== null && author?.login === `${slug}[bot]` : by.id === id;
}

function isComment(what: string): boolean {
  return what === 'result' || what === 'answer' || what === 'reminder';
}

/** The last line of each of the App's comments, and the list at the end of a result. What stands above is people's text too. */
const aboutLine = /^<!-- countersign:about:v1 ([0-9a-f]{64}) -->$/;
const listStart = '<summary>The audit entries that this tells about</summary>';
const listedLine = /^(\d{1,6}) [a-z_]+(?:\.[a-z_]+)? ([0-9a-f]{64})$/;

/** Whether every entry that a comment names stands in the chain, at the number that it gives. */
function tellsOf(
  { body }: PublishedComment,
  places: ReadonlyMap<Digest, number>,
  issue: PublishedIssue,
): boolean {
  const lines = body.trimEnd().split('\n');
  const about = aboutLine.exec(String(lines.at(-1)))?.[1];
  // An issue that was refused at first, as for want of a seal, was told so under a digest of its own.
  if (about !== undefined && about !== digestText(`intake ${issue.nodeId}`) && !places.has(about))
    return false;
  const listed = lines.slice(Math.max(0, lines.lastIndexOf(listStart)));
  return listed.every((line) => {
    const listing = listedLine.exec(line);
    return listing === null || places.get(String(listing[2])) === Number(listing[1]);
  });
}

/** What is wrong with the issue as it stands, or null. */
function pageFault(
  { read, entries }: Presented,
  { issue, repository }: PublishedRun,
): keyof typeof texts | null {
  const parts = splitBody(issue.body);
  if (!parts.ok || !read.ok) return 'page_unread';
  if (repository.id !== read.value.proposal.repository.id) return 'issue_other';
  const page = render(read.value);
  if (page.title !== issue.title || page.visible !== parts.value.visible) return 'page_differs';
  const received = entries === null ? undefined : entriesOf(entries, 'proposal.received')[0];
  if (received === undefined) return null;
  const { issue: told, text } = received.data;
  if (told.number !== issue.number || told.id !== issue.id) return 'issue_other';
  return text === digestIssue(issue) ? null : 'page_differs';
}

function receivedSeq({ entries }: Presented): number | null {
  return entries === null ? null : (entriesOf(entries, 'proposal.received')[0]?.seq ?? null);
}

const texts = {
  page_unread: 'the issue’s text is no proposal',
  page_differs: 'the issue’s title or text is not what its record says',
  issue_other: 'the proposal was taken in from another issue',
} as const;
