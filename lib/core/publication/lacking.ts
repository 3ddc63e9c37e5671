import { needsInWords, needText } from '../action/permission-need.ts';
import { typeOf, type RunView } from './view.ts';

/**
 * Which permissions the App lacks for the action, in trusted Markdown, as it was last looked: null where none was
 * missing then, or where somebody's approval counted since, as that is looked at first.
 */
export function lackingInWords({ entries }: Pick<RunView, 'entries'>): string | null {
  const last = entries.findLast(
    ({ type, data }) =>
      type === 'approval.recorded' || (type === 'alert.raised' && data.code === 'permission_missing'),
  );
  return last?.type === 'alert.raised' ? needsInWords(last.data.subject) : null;
}

/** The permissions that the action needs, or those of them that were found missing, in trusted Markdown. */
export function permissionsInWords(view: Pick<RunView, 'entries' | 'proposal'>): string {
  return lackingInWords(view) ?? needsInWords(needText(typeOf(view).needs));
}
