import { at, fromJson, shown } from '../json.ts';
import { repository } from '../emulator/cast.ts';
import { verify } from '../../verify/verify.ts';
import type { Stage } from './stage.ts';

/** What `countersign verify` said of a run's issue. */
export interface VerifiedIssue {
  readonly passed: boolean;
  /** `pass (19 entries)`, `fail`, `cannot say`. */
  readonly said: string;
}

/**
 * Verifies a run as anyone could: from what GitHub shows, without a token, with the App's published keys
 * and its number.
 */
export async function verifyIssue({ github, app }: Stage, issue: number): Promise<VerifiedIssue> {
  let json = '';
  const order = {
    target: `${github.url}/${repository}/issues/${issue}`,
    keys: [`${app.url}/.well-known/countersign/jwks.json`],
    app: String(github.app.id),
    sealKey: null,
    json: true,
    environment: { GITHUB_API_URL: github.url },
  };
  const output = {
    out: (text: string): void => {
      json += text;
    },
    err: (): void => undefined,
  };
  await verify(order, output);
  if (json === '') return { passed: false, said: 'cannot say' };
  const verified = fromJson(json);
  const passed = at(verified, 'answer') === 'pass';
  const answer = shown(verified, 'answer').replaceAll('_', ' ');
  return { passed, said: passed ? `${answer} (${shown(verified, 'entries')} entries)` : answer };
}
