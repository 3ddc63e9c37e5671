/** The commands of `countersign`, as the usage shows them. */
export const commands = {
  demo: 'Play one run here, GitHub emulated and the rest real.',
  serve: 'Start the App. Settings: the environment, .env.example.',
  help: 'Show this.',
} as const;

export type CommandName = keyof typeof commands;

/** The flags of `countersign demo`. */
export const demoFlags = {
  json: { type: 'boolean', help: 'End with one JSON object on stdout, the story on stderr.' },
  interactive: { type: 'boolean', help: 'Type the command yourself.' },
  out: { type: 'string', help: 'The folder for the pages it draws. Default: demo.' },
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
