import { createPrivateKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Why the signing key cannot be used. The App does not start; the message says what to do. */
class SigningKeyFault extends Error {
  readonly code: 'key_readable_by_others' | 'key_malformed' | 'key_unreadable';

  constructor(code: SigningKeyFault['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SigningKeyFault';
    this.code = code;
  }
}

/** More than any PEM of an Ed25519 key. */
const maxBytes = 4096;

/** Reads the key, and makes it first where there is none. */
export function readOrCreateKey(path: string): { readonly key: KeyObject; readonly created: boolean } {
  try {
    const created = createIfAbsent(path);
    return { key: readKey(path), created };
  } catch (error) {
    if (error instanceof SigningKeyFault) throw error;
    const what = error instanceof Error ? error.message : String(error);
    throw new SigningKeyFault('key_unreadable', `The signing key at ${path} cannot be used: ${what}.`, error);
  }
}

/**
 * Writes a new key beside its place, syncs it, and links it there: the path holds a whole key or none, and
 * of two processes that start at once one makes it and the other reads it.
 */
function createIfAbsent(path: string): boolean {
  if (exists(path)) return false;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const beside = `${path}.${randomBytes(8).toString('hex')}.new`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    fsyncSync(file);
    linkSync(beside, path);
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    closeSync(file);
    rmSync(beside, { force: true });
  }
  syncDirectory(dirname(path));
  return true;
}

function readKey(path: string): KeyObject {
  // Checked and read through one descriptor: the file cannot be exchanged in between.
  const file = openSync(path, 'r');
  try {
    const { mode, size } = fstatSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const message = `The signing key at ${path} can be read by others. Make it the App's own: chmod 600 ${path}`;
      throw new SigningKeyFault('key_readable_by_others', message);
    }
    if (size > maxBytes) throw malformed(path);
    return parseKey(path, readFileSync(file, 'utf8'));
  } finally {
    closeSync(file);
  }
}

function parseKey(path: string, pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The library's message may quote the text, which is a secret.
    throw malformed(path);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw malformed(path);
  return key;
}

function malformed(path: string): SigningKeyFault {
  return new SigningKeyFault(
    'key_malformed',
    `The file at ${path} is not the PEM of an Ed25519 private key. Restore it from your copy; without it, heads that were signed before can't be signed anew.`,
  );
}

function exists(path: string): boolean {
  try {
    closeSync(openSync(path, 'r'));
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
