import { escapeHtml } from './document.ts';

/** An account as pages show it. */
export interface Shown {
  readonly login: string;
  readonly bot: boolean;
}

/** Initials in a colour of the login's own; an App's is square, as on GitHub. */
export function avatar(account: Shown, size: 'large' | 'small' = 'large'): string {
  const initials = account.login
    .replace(/\[bot\]$/, '')
    .split('-')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase();
  const classes = ['avatar', ...(account.bot ? ['bot'] : []), ...(size === 'small' ? ['small'] : [])];
  const hue = hueOf(account.login);
  return `<span class="${classes.join(' ')}" style="background:hsl(${hue} 55% 42%)">${escapeHtml(initials)}</span>`;
}

/** A login as GitHub writes it: an App's without `[bot]`, with a mark. */
export function name(account: Shown): string {
  const bare = escapeHtml(account.login.replace(/\[bot\]$/, ''));
  return account.bot ? `<b>${bare}</b> <span class="bot-pill">bot</span>` : `<b>${bare}</b>`;
}

export function label(text: string): string {
  const hue = meaning.find(([end]) => text.endsWith(end))?.[1] ?? hueOf(text);
  const look = `color:light-dark(hsl(${hue} 60% 30%),hsl(${hue} 70% 75%));background:hsl(${hue} 60% 50% / .15);border-color:hsl(${hue} 60% 50% / .35)`;
  return `<span class="label" style="${look}">${escapeHtml(text)}</span>`;
}

/** Hues of Countersign's own labels, by what they say. */
const meaning: ReadonlyArray<readonly [string, number]> = [
  ['countersign', 215],
  [': waiting', 45],
  [': done', 135],
  [': rejected', 0],
  [': failed', 0],
];

/** `21:02:11 UTC` of an RFC 3339 time. */
export function clock(at: string): string {
  return `${escapeHtml(at.slice(11, 19))} UTC`;
}

const icons = {
  open: '<path d="M8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z"/><path d="M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm0 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z" fill-rule="evenodd"/>',
  done: '<path d="M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm0 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z" fill-rule="evenodd"/><path d="m4.6 8.4 1-1 1.6 1.5 3.2-3.3 1 1.1-4.2 4.3Z"/>',
  skip: '<path d="M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm0 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z" fill-rule="evenodd"/><path d="m10.6 4.3 1.1 1.1-6.3 6.3-1.1-1.1Z"/>',
  success: '<circle cx="8" cy="8" r="8"/><path d="m3.9 8.4 1.1-1.1 2 2 4-4.1 1.1 1.1L7 11.5Z" fill="#fff"/>',
  failure:
    '<circle cx="8" cy="8" r="8"/><path d="m5 4 3 3 3-3 1 1-3 3 3 3-1 1-3-3-3 3-1-1 3-3-3-3Z" fill="#fff"/>',
  neutral: '<rect x="1" y="1" width="14" height="14" rx="3"/><path d="M4 7.2h8v1.6H4Z" fill="#fff"/>',
  tag: '<path d="M1 2.5C1 1.7 1.7 1 2.5 1h5l7 7a1.4 1.4 0 0 1 0 2l-4.5 4.5a1.4 1.4 0 0 1-2 0l-7-7ZM4.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z"/>',
} as const;

export type Icon = keyof typeof icons;

export function icon(which: Icon, colour = 'currentColor'): string {
  return `<svg width="16" height="16" viewBox="0 0 16 16" fill="${colour}" aria-hidden="true">${icons[which]}</svg>`;
}

function hueOf(text: string): number {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return sum;
}
