import { codeSpan } from '../evidence/fence.ts';
import { visible } from '../evidence/visible.ts';
import { countInWords, inWords, minuteInWords } from '../proposal/words.ts';
import type { Account } from '../run/event.ts';
import { formatSeconds, parseInstant } from '../time/instant.ts';

/** As GitHub gives them; an underscore, which managed users' logins hold, always stands within. */
const person = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?=[A-Za-z0-9]))*$/;

/** A person is mentioned; an App's login, and what is no login, is only shown. */
export function mention({ login }: Pick<Account, 'login'>): string {
  return person.test(login) ? `@${login}` : codeSpan(login);
}

/** An account where no Markdown is read, such as a title. */
export function plainName({ login }: Pick<Account, 'login'>): string {
  return `@${visible(login)}`;
}

/** A link, or the words alone where the address holds what could break out of it. */
export function link(words: string, url: string): string {
  return /^https?:\/\/[A-Za-z0-9._~:/?#@!$&'*+,;=%[\]-]+$/.test(url) ? `[${words}](${url})` : words;
}

/** `#8`, or what else the object is called by; with the repository's name where that is not the one that decides. */
export function effectLink(
  effect: { readonly number: number | null; readonly url: string },
  elsewhere: string | null,
): string {
  const { number, url } = effect;
  if (number !== null) return link(`${elsewhere ?? ''}#${number}`, url);
  const run = /\/actions\/runs\/([0-9]{1,20})$/.exec(url)?.[1];
  const name = run === undefined ? 'the result' : `Actions run ${run}`;
  return link(elsewhere === null ? name : `${name} in ${elsewhere}`, url);
}

/** An instant to the second, rounded down, as the timeline shows it: `2026-12-01 14:03:11`. */
export function secondInWords(instant: string): string {
  const read = parseInstant(instant);
  return read.ok ? formatSeconds(read.value).slice(0, 19).replace('T', ' ') : codeSpan(instant);
}

/** `@octo-kim (2026-12-01 14:05 UTC)` for each approval that counts, or null where none does. */
export function approversInWords(
  approvals: readonly { readonly by: Account; readonly at: string }[],
): string | null {
  if (approvals.length === 0) return null;
  return inWords(
    approvals.map(({ by, at }) => `${mention(by)} (${minuteInWords(at)})`),
    'and',
  );
}

/** `1 entry`, `3 approvals`: a count with its noun. */
export function counted(count: number, noun: string, plural: string = `${noun}s`): string {
  return `${countInWords(count)} ${count === 1 ? noun : plural}`;
}

const maxFields = 10;

/** The names of fields, the first ten of them. */
export function fieldsInWords(names: readonly string[], span: (name: string) => string = codeSpan): string {
  const more = names.length - maxFields;
  const shown = names.slice(0, maxFields).map((name) => span(name));
  return more > 0 ? `${shown.join(', ')} and ${more} more` : inWords(shown, 'and');
}
