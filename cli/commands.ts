/** The commands of `countersign`, as the usage shows them. */
export const commands = {
  demo: 'Play one run here, GitHub emulated and the rest real.',
  compile: 'Pin what a bundle is and may call, in its bundle.lock.json.',
  tools: 'List what a bundle’s servers offer, and what it may call.',
  policy: 'Check a policy: every fault with line and key.',
  verify: 'Verify a run: from its issue, or from an export.',
  export: 'Export a run from the App’s ledger, signed.',
  rebuild: 'Rebuild a lost ledger from GitHub and exports.',
  ledger: 'Export the whole ledger as lines, or import them.',
  migrate: 'Bring the ledger up to this version’s schema.',
  serve: 'Start the App. Settings: the environment, .env.example.',
  help: 'Show this.',
} as const;

export type CommandName = keyof typeof commands;

/** The flags of `countersign demo`. */
export const demoFlags = {
  json: { type: 'boolean', value: '', help: 'End with one JSON object on stdout, the story on stderr.' },
  interactive: { type: 'boolean', value: '', help: 'Type the command yourself.' },
  scenario: { type: 'string', value: '<name>', help: 'The story: incident (default) or rollback.' },
  out: { type: 'string', value: '<folder>', help: 'The folder for the pages it draws. Default: demo.' },
} as const;

/** The flags of `countersign compile`. */
export const compileFlags = {
  check: { type: 'boolean', value: '', help: 'Only compare: 1 where the lock is not what it should be.' },
} as const;

/** The flags of `countersign policy`. */
export const policyFlags = {
  organisation: {
    type: 'string',
    value: '<file>',
    help: 'The policy above it, which it may only tighten.',
  },
} as const;

/** The flags of `countersign verify`. */
export const verifyFlags = {
  key: { type: 'string', value: '<key>', help: 'The App’s key: a JWKS’s file or URL, or a thumbprint.' },
  app: { type: 'string', value: '<id>', help: 'The App’s id; without it the one found is told.' },
  'seal-key': { type: 'string', value: '<file>', help: 'Recompute an HMAC seal with this key.' },
  json: { type: 'boolean', value: '', help: 'One JSON object instead of the table.' },
} as const;

/** The flags of `countersign export`. */
export const exportFlags = {
  out: { type: 'string', value: '<file>', help: 'Write there, where nothing is yet. Default: stdout.' },
} as const;

/** The flags of `countersign rebuild`. */
export const rebuildFlags = {
  json: { type: 'boolean', value: '', help: 'One JSON object instead of lines.' },
} as const;

/** The flags of `countersign ledger`. */
export const ledgerFlags = {
  out: { type: 'string', value: '<file>', help: 'Export there, where nothing is yet. Default: stdout.' },
  moved: { type: 'boolean', value: '', help: 'Import: nothing happened since the export.' },
} as const;

/** The usage, in at most 80 columns. */
export function usage(): string {
  const named = Object.entries(commands).map(([name, help]) => line(name, help));
  return [
    'An agent proposes, a maintainer countersigns.',
    '',
    'Usage: countersign <command> [flags]',
    '',
    ...named,
    '',
    'Flags of demo:',
    ...flags(demoFlags),
    '',
    'Flags of compile <bundle’s folder>:',
    ...flags(compileFlags),
    '',
    'Flags of policy check [file]. Default: .github/countersign.yml.',
    ...flags(policyFlags),
    '',
    'Flags of verify <issue’s URL or file>:',
    ...flags(verifyFlags),
    '',
    'Flags of export <run or hash>:',
    ...flags(exportFlags),
    '',
    'Flags of rebuild [owner/name …], while the App is stopped:',
    ...flags(rebuildFlags),
    '',
    'Flags of ledger export | import <file>, of the ledger in the settings:',
    ...flags(ledgerFlags),
    '',
    '  --version          Print the version.',
    '',
  ].join('\n');
}

function flags(
  all: Readonly<Record<string, { readonly value: string; readonly help: string }>>,
): readonly string[] {
  return Object.entries(all).map(([name, { value, help }]) => line(`--${name} ${value}`.trimEnd(), help));
}

function line(name: string, help: string): string {
  return `  ${name.padEnd(18)} ${help}`;
}
