import { createPrivateKey, sign } from 'node:crypto';
import { apps } from '../../cli/demo/emulator/cast.ts';
import type { EmulatedGitHub } from '../../cli/demo/emulator/start.ts';
import { fromJson, textAt } from '../../cli/demo/json.ts';

/** A token of Countersign's installation, as the App itself asks for one. */
export async function appTokenOf({ url, app }: EmulatedGitHub): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const head = [
    { alg: 'RS256', typ: 'JWT' },
    { iat: now - 60, exp: now + 300, iss: app.id },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const proof = sign('sha256', Buffer.from(head), createPrivateKey(app.privateKey)).toString('base64url');
  const path = `/app/installations/${apps.countersign.installationId}/access_tokens`;
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${head}.${proof}` },
  });
  return textAt(fromJson(await answer.text()), 'token');
}
