import { digestText, type Digest } from '../json/digest.ts';
import type { JsonValue } from '../json/value.ts';
import type { Run } from '../run/advance.ts';
import type { Source } from '../run/event.ts';
import { formatInstant, parseInstant, type EpochMs } from '../time/instant.ts';

/** The buttons of a check run, each named by its verb: what GitHub calls its identifier, 20 characters at most. */
export const buttons = ['approve', 'reject'] as const;

/** A button, by the verb that it stands for. */
export type Button = (typeof buttons)[number];

/** Whether an identifier is that of one of our buttons. */
export function isButton(identifier: JsonValue | undefined): identifier is Button {
  return buttons.some((button) => button === identifier);
}

/** The buttons that a run's check run carries: all while the run waits for a person, and else none. */
export function buttonsOf({
  state,
  held,
  intent,
}: Pick<Run, 'state' | 'held' | 'intent'>): readonly Button[] {
  return state === 'awaiting_approval' && !held && !intent ? buttons : [];
}

/** What a check run says of itself, and what one of ours says. */
export interface CheckRunMark {
  readonly name: string;
  /** The commit that it stands on. */
  readonly sha: string;
  readonly externalId: string | null;
}

/**
 * Whether a check run that somebody acted on is the run's own: by its name, its commit and the whole hash, which
 * no button can carry itself. `outdated`: it was, and another one has taken its place. That the App made
 * it, the door has checked already: GitHub tells nobody else of a press, and a forger would need the secret.
 */
export function whoseCheckRun(
  pressed: CheckRunMark & { readonly id: string },
  own: CheckRunMark & { readonly id: string | null },
): 'own' | 'outdated' | 'foreign' {
  const same = pressed.name === own.name && pressed.sha === own.sha && pressed.externalId === own.externalId;
  if (!same) return 'foreign';
  return pressed.id === own.id ? 'own' : 'outdated';
}

/** What stands for the words of a press: the digest of the command that its button gives. */
export function pressDigest(button: Button, hash: Digest): Digest {
  return digestText(`/${button} ${hash}`);
}

/** Where a person said something by a button, as the audit keeps it. Its digest is that of the command it stands for. */
export function buttonSource(press: {
  readonly checkRun: { readonly id: string; readonly nodeId: string; readonly url: string };
  readonly button: Button;
  readonly hash: Digest;
  readonly delivery: string;
  /** When the App first received it: GitHub gives a press no time. */
  readonly receivedAt: EpochMs;
}): Source {
  const { checkRun, button, hash, delivery, receivedAt } = press;
  return {
    kind: 'button',
    id: checkRun.id,
    nodeId: checkRun.nodeId,
    url: checkRun.url,
    at: formatInstant(receivedAt),
    bodyDigest: pressDigest(button, hash),
    delivery,
  };
}

/** So long after a press the same one by the same person is taken for a second click. */
const doubleClickMs = 10_000;

/** Whether one press is the second click of another: same person, same button, a moment later or earlier. */
export function isSecondClick(
  first: { readonly by: string; readonly source: Source },
  second: { readonly by: string; readonly source: Source; readonly receivedAt: EpochMs },
): boolean {
  const at = parseInstant(first.source.at);
  return (
    first.source.kind === 'button' &&
    first.by === second.by &&
    first.source.bodyDigest === second.source.bodyDigest &&
    at.ok &&
    Math.abs(second.receivedAt - at.value) < doubleClickMs
  );
}
