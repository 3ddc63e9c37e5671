import { id, members, orNull, short, type Reader } from './answer.ts';

/** The App itself, as GitHub names the author of what it made. */
export interface OwnApp {
  /** Decimal id of the App. */
  readonly appId: string;
  /** The App's slug where it is known: its bot is `<slug>[bot]`, a login that nobody else can have. */
  readonly slug?: string;
}

/** An account as GitHub shows it beside what it made. */
export const author: Reader<{ readonly login: string; readonly type: string } | null> = orNull(
  members({ login: short, type: short }),
);

/** Who made an object: its members that tell. */
export const authorship: {
  readonly user: typeof author;
  readonly performed_via_github_app: Reader<{ readonly id: string } | null>;
} = { user: author, performed_via_github_app: orNull(members({ id })) };

/** What is known of who made something. Not every kind of object names an App. */
interface Made {
  readonly user: ReturnType<typeof author>;
  readonly performed_via_github_app?: { readonly id: string } | null;
}

/** Whether our own App made it as itself: never a person through the App, never another App. */
export function isOwn(app: OwnApp, { user, performed_via_github_app: via = null }: Made): boolean {
  if (user?.type !== 'Bot') return false;
  if (via !== null) return via.id === app.appId;
  return app.slug !== undefined && user.login === `${app.slug}[bot]`;
}

/** Whether it is our own, with this last line. */
export function isOwnMarked(
  app: OwnApp,
  made: Made & { readonly body: string | null },
  line: string,
): boolean {
  return isOwn(app, made) && endsWithLine(made.body ?? '', line);
}

/** Whether a text ends with this line. GitHub may take away white space behind it. */
function endsWithLine(body: string, line: string): boolean {
  return line !== '' && body.trimEnd().split('\n').at(-1) === line;
}
