import { id, members, orNull, short, type Reader } from './answer.ts';

/** The App itself, as GitHub names the author of what it made. */
export interface OwnApp {
  /** Decimal id of the App. */
  readonly appId: string;
  /** The App's slug where it is known: its bot is `<slug>[bot]`, a login that nobody else can have. */
  readonly slug?: string;
}

/** Who made an object. */
export const authored: Reader<{
  readonly user: { readonly login: string; readonly type: string } | null;
  readonly performed_via_github_app: { readonly id: string } | null;
}> = members({
  user: orNull(members({ login: short, type: short })),
  performed_via_github_app: orNull(members({ id })),
});

/** Whether our own App made it as itself: never a person through the App, never another App. */
export function isOwn(app: OwnApp, made: ReturnType<typeof authored>): boolean {
  if (made.user?.type !== 'Bot') return false;
  const via = made.performed_via_github_app;
  if (via !== null) return via.id === app.appId;
  return app.slug !== undefined && made.user.login === `${app.slug}[bot]`;
}

/** Whether a text ends with this line. GitHub may take away white space behind it. */
export function endsWithLine(body: string, line: string): boolean {
  return line !== '' && body.trimEnd().split('\n').at(-1) === line;
}
