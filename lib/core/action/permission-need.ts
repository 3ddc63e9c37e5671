import { codeSpan } from '../evidence/fence.ts';
import { inWords } from '../proposal/words.ts';

/** What an action type needs the App to be allowed, by GitHub’s name of it. */
export interface PermissionNeed {
  readonly name: 'actions' | 'contents' | 'issues' | 'pull_requests';
  readonly level: 'read' | 'write';
}

/** Permissions as GitHub tells them of an installation’s token: `issues` → `write`. */
export type GrantedPermissions = Readonly<Record<string, string>>;

/** Which of the needs are not granted. A level that GitHub calls neither `read` nor `write` (`admin`) holds both. */
export function lackingOf(
  needs: readonly PermissionNeed[],
  granted: GrantedPermissions,
): readonly PermissionNeed[] {
  return needs.filter(({ name, level }) => {
    const held = granted[name];
    return held === undefined || (level === 'write' && held === 'read');
  });
}

/** As the audit names it: `actions: write`. */
export function needText(needs: readonly PermissionNeed[]): string {
  return needs.map(({ name, level }) => `${name}: ${level}`).join(', ');
}

/** The same in trusted Markdown: `actions: write` and `contents: read`, in code spans. */
export function needsInWords(text: string): string {
  return inWords(
    text.split(', ').map((one) => codeSpan(one)),
    'and',
  );
}
