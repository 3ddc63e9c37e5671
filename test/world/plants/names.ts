/**
 * Known-bad variants of the App, each with a mistake that others have made. A simulation that does not catch
 * all of them proves little about the App without them.
 */
export const plantNames = [
  'no effect key',
  'no fence',
  'ambiguous write sent again',
  'hash by its prefix',
  'edits go unseen',
  'settled before it is handled',
  'no compare-and-set',
  'resumed by sending again',
  'comments counted instead of people',
  'told before stored',
  'done before it is over',
] as const;

export type PlantName = (typeof plantNames)[number];

/** Modules that stand in for the sound ones, by paths from the project's root. */
export const plantedModules: Readonly<Record<PlantName, Readonly<Record<string, string>>>> = {
  'no effect key': {},
  'no fence': {},
  'ambiguous write sent again': {},
  'hash by its prefix': {
    'lib/core/approval/command.ts': 'test/world/plants/command-prefix.ts',
    'lib/core/approval/decide.ts': 'test/world/plants/decide-prefix.ts',
  },
  'edits go unseen': { 'lib/core/approval/decide.ts': 'test/world/plants/decide-unseen.ts' },
  'settled before it is handled': {},
  'no compare-and-set': {},
  'resumed by sending again': { 'lib/core/run/next.ts': 'test/world/plants/next-again.ts' },
  'comments counted instead of people': {
    'lib/core/approval/decide.ts': 'test/world/plants/decide-comments.ts',
    'lib/core/approval/eligibility.ts': 'test/world/plants/eligibility-comments.ts',
    'lib/core/approval/evaluate.ts': 'test/world/plants/evaluate-comments.ts',
    'lib/core/run/guard.ts': 'test/world/plants/guard-comments.ts',
  },
  'told before stored': {},
  'done before it is over': {},
};
