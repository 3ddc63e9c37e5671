/** Lives about what once went wrong: each theme is a fault that the simulation found, and stays looked at. */
import type { Button } from '../../lib/core/approval/button.ts';
import type { Life } from './life.ts';
import type { Person } from './pages.ts';
import type { Deed, Saying } from './people.ts';
import type { Random } from './random.ts';

export const themeNames = [
  'what is said before its proposal comes in is not lost with it',
  'what is said of a page that shows another text counts for nothing',
  'a newer proposal replaces an older one, whoever dies in between',
  'a newer proposal replaces an older one before it acts, however soon it is approved',
  'two workers on one run tell the truth in the end',
  'a change of a comment is decided once, however often it is handled',
  'a press counts once, for whoever may, and is not lost',
] as const;

export type ThemeName = (typeof themeNames)[number];

/** A life twisted towards its theme. */
export function themed(theme: ThemeName, life: Life, random: Random): Life {
  const soon = (): number => random.between(100, 20_000);
  const say = (by: Person, saying: Saying, at = soon()): Deed => ({
    at,
    do: 'comment',
    by,
    page: 'first',
    say: saying,
  });
  const opened: Deed = { at: 0, do: 'open', page: 'first' };
  switch (theme) {
    case 'what is said before its proposal comes in is not lost with it':
      return {
        ...life,
        deeds: ordered([opened, say('kim', 'approve'), say('dana', 'status'), say('ana', 'approve')]),
        network: { lost: 0.5, untried: 0.2, doubled: 0.2, lateMs: 20_000 },
        awayMs: 300_000,
      };
    case 'what is said of a page that shows another text counts for nothing': {
      const at = soon();
      const tamper: Deed = { at, do: 'tamper', by: 'dana', page: 'first' };
      const restore: Deed = { at: at + soon(), do: 'restore', by: 'dana', page: 'first' };
      const again: Deed = { at: at + soon(), do: 'tamper', by: 'dana', page: 'first' };
      const undo: Deed = { at: at + 40_000, do: 'restore', by: 'dana', page: 'first' };
      const approvals = [
        say('kim', 'approve'),
        say('ana', 'approve', at + soon()),
        say('kim', 'approve', 60_000),
      ];
      return { ...life, deeds: ordered([opened, tamper, restore, again, undo, ...approvals]) };
    }
    case 'a newer proposal replaces an older one, whoever dies in between': {
      const newer: Deed = { at: soon(), do: 'open', page: 'newer' };
      const again: Deed = { at: 30_000 + soon(), do: 'open', page: 'again' };
      const crashAt = [random.int(150), random.int(150), random.int(150)];
      return { ...life, deeds: ordered([opened, newer, again, say('dana', 'status')]), crashAt };
    }
    case 'a newer proposal replaces an older one before it acts, however soon it is approved': {
      const at = soon();
      const newer: Deed = { at, do: 'open', page: 'newer' };
      const yes: Deed = {
        at: at + random.between(10, 3000),
        do: 'comment',
        by: 'kim',
        page: 'newer',
        say: 'approve',
      };
      // The word before the page, and a ledger that fails while the page is taken in.
      const network = { ...life.network, lost: 0.4, lateMs: 5000 };
      const faults = { ...life.faults, ledger: 0.05, ambiguous: 0 };
      return { ...life, deeds: ordered([opened, newer, yes]), network, faults };
    }
    case 'two workers on one run tell the truth in the end':
      return { ...life, replicas: 2, leased: false, slow: 0.08, network: { ...life.network, doubled: 0.6 } };
    case 'a press counts once, for whoever may, and is not lost': {
      const press = (by: Person, button: Button, at = 3000 + soon()): Deed => ({
        at,
        do: 'press',
        by,
        page: 'first',
        button,
      });
      const at = 3000 + soon();
      const edits: readonly Deed[] = random.chance(0.4)
        ? [
            { at: soon(), do: 'tamper', by: 'dana', page: 'first' },
            { at: 20_000 + soon(), do: 'restore', by: 'dana', page: 'first' },
            press('kim', 'approve', 60_000),
          ]
        : [];
      const role = random.pick<'write' | 'read'>(['write', 'read']);
      const others: readonly Deed[] = [
        press('ana', 'approve'),
        press('dana', 'reject'),
        say('ana', 'approve'),
        { at: soon(), do: 'grant', to: 'kim', role },
      ];
      const clicks = [press('kim', 'approve', at), press('kim', 'approve', at + 300)];
      const deeds = ordered([
        opened,
        ...clicks,
        press('bo', 'approve'),
        press('dana', 'approve'),
        ...others.filter(() => random.chance(0.35)),
        ...edits,
      ]);
      return { ...life, deeds, network: { ...life.network, doubled: 0.4, lost: 0.2 } };
    }
    case 'a change of a comment is decided once, however often it is handled': {
      const edit: Deed = { at: 8000, do: 'edit', by: 'dana', page: 'first', of: 0, say: 'approve' };
      const gone: Deed = { at: 12_000, do: 'delete', by: 'dana', page: 'first', of: 1 };
      const deeds = ordered([opened, say('kim', 'fine', 1000), say('ana', 'approve', 3000), edit, gone]);
      return { ...life, deeds, faults: { ...life.faults, ambiguous: 0.25, unreadable: 0.1 } };
    }
  }
}

function ordered(deeds: readonly Deed[]): readonly Deed[] {
  return deeds.toSorted((one, other) => one.at - other.at);
}
