import { readFile, stat } from 'node:fs/promises';
import { Octokit } from '@octokit/rest';
import { publishedRuns } from '../../lib/adapters/github-audit/published-runs.ts';
import { recordCodec } from '../../lib/adapters/record/codec.ts';
import { hmacHolds } from '../../lib/adapters/seal/hmac.ts';
import { signatureCheck } from '../../lib/adapters/signing/verify-signature.ts';
import { decodeUtf8 } from '../../lib/core/export/base64.ts';
import { maxExportLength } from '../../lib/core/export/read.ts';
import type { SealLine, SealSubject } from '../../lib/core/port/seal.ts';
import type { TrustedKeys } from '../../lib/core/verify/presented.ts';
import { unreadableExport, type Verification } from '../../lib/core/verify/verify.ts';
import { verifyExport, verifyPublished } from '../../lib/service/verify-run.ts';
import type { Environment, Output } from '../store.ts';
import { KeyFault, trustedKeys } from './keys.ts';
import { renderVerification, verificationJson } from './table.ts';
import { apiUrlOf, readTarget, type Target } from './target.ts';

/** What `countersign verify` was told. */
export interface VerifyOrder {
  readonly target: string;
  readonly keys: readonly string[];
  /** Decimal id of the App, or null. */
  readonly app: string | null;
  /** A file with the key of HMAC seals, or null. */
  readonly sealKey: string | null;
  readonly json: boolean;
  readonly environment: Environment;
}

/** Exit codes: a pass, a fail, a command line that can't be followed, and neither pass nor fail. */
const verifyExits = { pass: 0, fail: 1, misuse: 2, cannot_say: 3 } as const;

/** Verifies a run, tells what was found, and answers with the exit code. Writes nothing anywhere. */
export async function verify(order: VerifyOrder, { out, err }: Output): Promise<number> {
  const misuse = (what: string): number => {
    err(`countersign: ${what}\n`);
    return verifyExits.misuse;
  };
  const target = readTarget(order.target);
  if (target === null) return misuse(`${order.target} is not the address of an issue`);
  let found: Verification | string;
  try {
    const trusted = await trustedKeys(order.keys);
    found =
      target.kind === 'file'
        ? await verifyFile(target.path, trusted, order)
        : await verifyIssue(target, trusted, order);
  } catch (error) {
    if (error instanceof KeyFault || error instanceof Misuse) return misuse(error.message);
    throw error;
  }
  if (typeof found === 'string') {
    err(`countersign: verify: cannot say. ${found}\n`);
    return verifyExits.cannot_say;
  }
  out(order.json ? `${verificationJson(order.target, found)}\n` : renderVerification(order.target, found));
  return verifyExits[found.answer];
}

/** The command can't be followed as it was given. */
class Misuse extends Error {
  override readonly name = 'Misuse';
}

async function verifyFile(path: string, trusted: TrustedKeys, order: VerifyOrder): Promise<Verification> {
  if (order.sealKey !== null)
    throw new Misuse('--seal-key is for issues: an export holds the seal’s verdict, not the seal');
  if (order.app !== null) throw new Misuse('--app is for issues: an export is told by its key');
  let size: number;
  let bytes: Uint8Array;
  try {
    ({ size } = await stat(path));
    // A UTF-8 text has at least as many bytes as code units, at most three times as many.
    bytes = size > maxExportLength * 3 ? new Uint8Array() : await readFile(path);
  } catch {
    throw new Misuse(`there is no file at ${path} that can be read`);
  }
  if (size > maxExportLength * 3) return unreadableExport({ code: 'export_too_long', line: 1, seq: null });
  return verifyExport(decodeUtf8(bytes), trusted, signatureCheck);
}

async function verifyIssue(
  target: Extract<Target, { kind: 'issue' }>,
  trusted: TrustedKeys,
  order: VerifyOrder,
): Promise<Verification | string> {
  const { environment, app } = order;
  const baseUrl = apiUrlOf(target.host, environment);
  if (baseUrl === null)
    throw new Misuse(
      `set GITHUB_SERVER_URL to ${target.host}: only GitHub itself is asked without being told to`,
    );
  const token = environment['GITHUB_TOKEN'] ?? '';
  const client = new Octokit({
    ...(token === '' ? {} : { auth: token }),
    baseUrl,
    userAgent: 'countersign-verify',
    // Octokit would print requests and deprecations past our own words.
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
  const read = await verifyPublished(publishedRuns(client, recordCodec), target, {
    appId: app,
    trusted,
    codec: recordCodec,
    signatures: signatureCheck,
    sealHolds: order.sealKey === null ? null : await sealWith(order.sealKey),
  });
  if (read.ok) return read.value;
  const hint = token === '' ? ' For a private repository, set GITHUB_TOKEN.' : '';
  return `GitHub could not be asked (${read.fault.what}).${hint}`;
}

async function sealWith(path: string): Promise<(subject: SealSubject, line: SealLine) => boolean> {
  try {
    return hmacHolds(Buffer.from((await readFile(path, 'utf8')).trim(), 'utf8'));
  } catch (error) {
    const why = error instanceof RangeError ? error.message : 'it can’t be read';
    throw new Misuse(`the seal’s key in ${path}: ${why}`);
  }
}

function quiet(): void {}
