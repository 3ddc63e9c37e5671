/** The fake GitHub with the App registered and installed, and the environment of an App that works on it. */
import { randomBytes } from 'node:crypto';
import { startFakeGitHub, type FakeGitHub } from '../github/fake.ts';
import type { UserView } from '../github/world.ts';
import { readManifest } from './manifest.ts';

export interface AppWorld {
  readonly github: FakeGitHub;
  /** Full names, one each of another installation. */
  readonly repositories: readonly string[];
  /** Starts runs, and has write. */
  readonly dana: UserView;
  readonly sealKey: string;
  /** The webhook secret. */
  readonly secret: string;
  /** Settings of an App process that keeps its data in this folder. */
  environment(folder: string): Readonly<Record<string, string>>;
}

/** dana (write) starts runs in every repository, kim (maintain) and ana (admin) may approve them. */
export async function startAppWorld({
  installations,
}: {
  readonly installations: number;
}): Promise<AppWorld> {
  const github = await startFakeGitHub();
  const { world } = github;
  const [dana] = ['dana', 'kim', 'ana'].map((login) => world.user({ login }));
  if (dana === undefined) throw new TypeError('three people were made');
  const webhookSecret = randomBytes(32).toString('hex');
  const sealKey = randomBytes(32).toString('hex');
  const registered = world.app({
    slug: 'countersign',
    ...readManifest(),
    webhookSecret,
  });
  const repositories = Array.from({ length: installations }, (_, index) => {
    const account = index === 0 ? 'acme' : `acme-${index + 1}`;
    const repository = `${account}/payments`;
    world.repository({ fullName: repository, visibility: 'public' });
    world.grant({ repository, login: 'dana', role: 'write' });
    world.grant({ repository, login: 'kim', role: 'maintain' });
    world.grant({ repository, login: 'ana', role: 'admin' });
    world.install({ app: 'countersign', account });
    return repository;
  });
  return {
    github,
    repositories,
    dana,
    sealKey,
    secret: webhookSecret,
    environment: (folder) => ({
      APP_ID: String(registered.id),
      PRIVATE_KEY: registered.privateKey,
      WEBHOOK_SECRET: webhookSecret,
      COUNTERSIGN_SEAL_KEYS: sealKey,
      COUNTERSIGN_DATA: folder,
      COUNTERSIGN_SPACING: 'off',
      GITHUB_API_URL: github.url,
      GITHUB_SERVER_URL: 'https://github.com',
      PORT: '0',
      LOG_LEVEL: process.env['APP_LOG'] ?? 'fatal',
    }),
  };
}
