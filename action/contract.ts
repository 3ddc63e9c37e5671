/** An input of the Action. `fallback` is what applies where a workflow does not set it; null: it must be set. */
export interface InputContract {
  readonly description: string;
  readonly fallback: string | null;
}

export type InputName =
  | 'bundle'
  | 'params'
  | 'bundles'
  | 'artifact'
  | 'seal'
  | 'app-url'
  | 'seal-key'
  | 'github-token';

/** Every input of the Action. `action.yml` lists the same ones; a test compares both. */
export const inputs: Readonly<Record<InputName, InputContract>> = {
  bundle: {
    description: 'The bundle to run: the name of its folder.',
    fallback: null,
  },
  params: {
    description: 'The values of the bundle’s parameters, as one JSON object.',
    fallback: '{}',
  },
  bundles: {
    description: 'The folder that holds the bundles, relative to the workspace.',
    fallback: 'workflows',
  },
  artifact: {
    description:
      'Whether whole answers are kept as an artifact of the Actions run, for whoever may read the repository: auto (where runner and policy let them be), required (or nothing is proposed) or never.',
    fallback: 'auto',
  },
  seal: {
    description:
      'What proves that this job composed the proposal: oidc (the job’s own identity, which the App checks; the job needs id-token: write) or hmac (a shared key).',
    fallback: 'oidc',
  },
  'app-url': {
    description: 'The address of the App, https. Needed for the seal oidc.',
    fallback: '',
  },
  'seal-key': {
    description:
      'The key of the seal hmac, at least 32 bytes, from a secret that the App knows too. Whoever can read it can seal.',
    fallback: '',
  },
  'github-token': {
    description: 'The token that reads the Actions run and opens the proposal: actions read, issues write.',
    fallback: '${{ github.token }}',
  },
};

/** Every output of the Action, with its description. */
export const outputs = {
  'run-id': 'The id of the run, as the App’s audit names it.',
  hash: 'The proposal’s hash: 64 digits, what people approve.',
  proposal: 'The proposal’s canonical JSON text, whose SHA-256 is the hash.',
  'issue-number': 'The number of the proposal’s issue.',
  'issue-url': 'The address of the proposal’s issue.',
} as const;

export type OutputName = keyof typeof outputs;

/** What the main step leaves for the post step, which cleans up where the main step could not. */
export const states = {
  folder: 'The folder for temporary files that the main step makes.',
  processes: 'The servers’ processes, as JSON: [{pid, startedAt}].',
} as const;

export type StateName = keyof typeof states;
