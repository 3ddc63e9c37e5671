import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../../action/settings.ts';

const environment = {
  GITHUB_WORKSPACE: '/home/runner/work',
  RUNNER_TEMP: '/home/runner/temp',
  GITHUB_REPOSITORY: 'acme/payments',
  GITHUB_RUN_ID: '7',
  GITHUB_WORKFLOW_REF: 'acme/payments/.github/workflows/countersign.yml@refs/heads/main',
  GITHUB_EVENT_NAME: 'workflow_dispatch',
};

function read(server: string | undefined, api: string | undefined): ReturnType<typeof readSettings> {
  vi.stubEnv('INPUT_BUNDLE', 'incident-response');
  vi.stubEnv('INPUT_PARAMS', '{}');
  vi.stubEnv('INPUT_SEAL', 'hmac');
  vi.stubEnv('INPUT_SEAL-KEY', '0123456789abcdef0123456789abcdef');
  vi.stubEnv('INPUT_GITHUB-TOKEN', 'ghs_x');
  return readSettings({ ...environment, GITHUB_SERVER_URL: server, GITHUB_API_URL: api });
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the Action’s host', () => {
  // What runners set, as documented: github.com, an Enterprise Server, a data residence.
  it.each([
    ['https://github.com', 'https://api.github.com'],
    ['https://ghes.example', 'https://ghes.example/api/v3'],
    ['https://octo.ghe.com', 'https://api.octo.ghe.com'],
  ])('is its runner’s: %s', (server, api) => {
    expect(read(server, api)).toMatchObject({ ok: true, value: { host: server, apiUrl: api } });
    expect(read(server, undefined)).toMatchObject({ value: { host: server, apiUrl: api } });
  });

  // trstringer/manual-approval#46, runatlantis/atlantis#175
  it('is never put together from two', () => {
    expect(read('https://ghes.example', 'https://api.github.com')).toMatchObject({
      ok: false,
      fault: [{ path: 'GITHUB_API_URL' }],
    });
  });

  it('is said by the runner, and not guessed', () => {
    expect(read(undefined, 'https://api.github.com')).toMatchObject({
      ok: false,
      fault: [{ path: 'GITHUB_SERVER_URL' }],
    });
  });
});
