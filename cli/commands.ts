/** The commands of `countersign`, as the usage shows them. */
export const commands = {
  demo: 'Play one run from start to end on this machine: GitHub emulated, everything else real.',
  serve: 'Start the App. Its settings come from the environment: see .env.example.',
  help: 'Show this.',
} as const;

export type CommandName = keyof typeof commands;

/** The flags of `countersign demo`. */
export const demoFlags = {
  json: { type: 'boolean', help: 'Print one JSON object as the last line; the story goes to stderr.' },
  interactive: { type: 'boolean', help: 'Type the command yourself.' },
  out: { type: 'string', help: 'The folder for the pages it draws. Default: demo' },
} as const;

/** The usage, in at most 80 columns. */
export function usage(): string {
  const named = Object.entries(commands).map(([name, help]) => `  ${name.padEnd(18)} ${help}`);
  const flags = Object.entries(demoFlags).map(
    ([name, { type, help }]) => `  ${`--${name}${type === 'string' ? ' <folder>' : ''}`.padEnd(18)} ${help}`,
  );
  return [
    'An agent proposes, a maintainer countersigns.',
    '',
    'Usage: countersign <command> [flags]',
    '',
    ...named,
    '',
    'Flags of demo:',
    ...flags,
    '',
    '  --version          Print the version.',
    '',
  ].join('\n');
}
