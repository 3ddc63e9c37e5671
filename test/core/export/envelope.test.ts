import { createHash, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { signatureCheck } from '../../../lib/adapters/signing/verify-signature.ts';
import {
  base64OfUrl,
  decodeUtf8,
  fromBase64,
  toBase64,
  urlOfBase64,
} from '../../../lib/core/export/base64.ts';
import { readEnvelope } from '../../../lib/core/export/envelope.ts';
import { keyLineOf, readKeyLine, readKeys, signingKeyOf } from '../../../lib/core/export/key.ts';
import { preAuthEncoding } from '../../../lib/core/export/pae.ts';
import { readStatement, writeStatement } from '../../../lib/core/export/statement.ts';
import { summarise } from '../../../lib/core/export/summary.ts';
import { renderExport } from '../../../lib/core/export/render.ts';
import type { JsonObject, JsonValue } from '../../../lib/core/json/value.ts';
import { event } from '../../support/entry.ts';
import { keysOf, signerOf } from '../../support/signing.ts';
import { appId, wholeRun } from '../../support/whole-run.ts';

const signer = signerOf(7);
const run = wholeRun();
const exported = renderExport({ record: run.record, entries: run.entries, appId }, signer);
const envelope: { readonly payload: string; readonly signatures: readonly { readonly sig: string }[] } =
  JSON.parse(exported.split('\n')[0] ?? '');
const [key] = keysOf(signer);
if (key === undefined) throw new Error('a signer has a key');

test('the encoding that is signed is DSSE’s own', () => {
  expect(preAuthEncoding({ payloadType: 'http://example.com/HelloWorld', payload: 'hello world' })).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
  expect(preAuthEncoding({ payloadType: 'é', payload: '€' })).toBe('DSSEv1 2 é 3 €');
  expect(() => preAuthEncoding({ payloadType: 'a', payload: '\ud800' })).toThrow(TypeError);
  expect(() => preAuthEncoding({ payloadType: '\ud800', payload: 'a' })).toThrow(TypeError);
});

test('the first line is a DSSE envelope over an in-toto statement about the proposal, and nothing else', () => {
  expect(Object.keys(envelope)).toEqual(['payload', 'payloadType', 'signatures']);
  const statement: JsonObject = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'proposal.json', digest: { sha256: run.read.hash } }],
    predicateType: 'urn:countersign:predicate:run:v1',
    predicate: {
      run: '701-8809-1-01234567',
      state: 'completed',
      repository: { id: '701', ownerId: '77', name: 'acme/payments' },
      issue: { number: 7, id: '777' },
      head: { count: 15 },
      approvers: [{ by: { id: '1002', login: 'octo-kim' } }],
      effect: { id: '555', number: 8 },
      readBack: { outcome: 'equal', fields: 5, differing: [] },
      seal: { kind: 'hmac', by: 'key 1f2e3d4c' },
      app: { id: '4242', installation: '5' },
      startedAt: run.entries[0]?.at,
      endedAt: run.entries.at(-1)?.at,
      lines: 18,
    },
  });
});

test('Node itself finds the signature good, over bytes that were put together by hand', () => {
  const payload = Buffer.from(envelope.payload, 'base64');
  const type = 'application/vnd.in-toto+json';
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  const jwk = JSON.parse(exported.split('\n')[1] ?? '');
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify(null, signed, publicKey, Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'))).toBe(
    true,
  );
});

test('a signature over a document is never one over a payload, nor the other way round', () => {
  const document = { kind: 'countersign/head@1', run: 'r', count: 0, digest: null };
  const payload = { payloadType: 'a', payload: 'b' };
  expect(signatureCheck.document({ ...key }, document, signer.sign(document))).toBe(true);
  expect(signatureCheck.payload({ ...key }, payload, signer.signPayload(payload))).toBe(true);
  expect(signatureCheck.payload({ ...key }, payload, signer.sign(document))).toBe(false);
  expect(signatureCheck.document({ ...key }, document, signer.signPayload(payload))).toBe(false);
});

test('the same run and key give the same bytes', () => {
  expect(renderExport({ record: run.record, entries: run.entries, appId }, signer)).toBe(exported);
});

test('what no ledger holds is not exported', () => {
  const order = { record: run.record, entries: run.entries, appId };
  expect(() => renderExport({ ...order, record: '{}' }, signer)).toThrow('the record does not read');
  expect(() => renderExport({ ...order, entries: [] }, signer)).toThrow('was received and accepted');
  expect(() => renderExport({ ...order, entries: run.entries.slice(0, 4) }, signer)).toThrow(TypeError);
  expect(() =>
    summarise({ ...order, read: run.read, entries: run.entries.toSpliced(5, 1, ...run.entries.slice(7, 8)) }),
  ).toThrow(TypeError);
});

test.each([
  ['no member', {}],
  ['another payload type', { ...envelope, payloadType: 'application/json' }],
  ['a member more', { ...envelope, kind: 'x' }],
  ['no signature', { ...envelope, signatures: [] }],
  ['two signatures', { ...envelope, signatures: [{}, {}] }],
  ['a payload that is no base64', { ...envelope, payload: 'a' }],
  ['a payload that is no text', { ...envelope, payload: 'gA==' }],
  ['a signature of other length', { ...envelope, signatures: [{ keyid: signer.keyId, sig: 'AAAA' }] }],
  [
    'a signature in the URL alphabet',
    { ...envelope, signatures: [{ keyid: signer.keyId, sig: '_'.repeat(86) }] },
  ],
])('an envelope with %s does not read', (_, value: JsonValue) => {
  expect(readEnvelope(value)).toBeNull();
});

test('a statement reads back as it was written, and nothing else reads', () => {
  const summary = summarise({ record: run.record, read: run.read, entries: run.entries, appId });
  const text = writeStatement({ hash: run.read.hash, summary });
  expect(readStatement(text)).toEqual({ hash: run.read.hash, summary });
  for (const other of [
    'no json',
    ` ${text}`,
    text.replace('urn:countersign:predicate:run:v1', 'urn:other'),
    text.replace(/"subject":\[.*?\]/, '"subject":[]'),
  ])
    expect(readStatement(other)).toBeNull();
});

test('a run that made nothing, and one that could not be read back, are summed up too', () => {
  const summaryOf = (story: Parameters<typeof wholeRun>[0]): ReturnType<typeof summarise> => {
    const other = wholeRun(story);
    const summary = summarise({ record: other.record, read: other.read, entries: other.entries, appId });
    expect(readStatement(writeStatement({ hash: other.read.hash, summary }))?.summary).toEqual(summary);
    return summary;
  };
  expect(summaryOf(() => [event('run.rejected')])).toMatchObject({
    state: 'rejected',
    approvers: [],
    effect: null,
    readBack: null,
  });
  const made = run.entries.slice(5, 12).map(({ type, data }) => event(type, data));
  expect(summaryOf(() => [...made, event('readback.unreadable')]).readBack).toEqual({
    outcome: 'unreadable',
  });
  expect(
    summaryOf(() => [...made, event('readback.differed', { differing: ['title'] })]).readBack,
  ).toMatchObject({
    outcome: 'differed',
    differing: ['title'],
  });
});

test('a key is read by its own thumbprint alone, with exactly the members that the App publishes', () => {
  const line = keyLineOf(key);
  expect(readKeyLine(line)).toEqual(key);
  expect(readKeys({ ...key })).toEqual([key]);
  expect(readKeys({ keys: [{ ...key }, line] })).toEqual([key, key]);
  const loose = `${key.x.slice(0, -1)}${key.x.endsWith('8') ? '9' : '8'}`;
  for (const wrong of [
    { ...line, kid: signerOf(8).keyId },
    { ...line, alg: 'none' },
    { ...line, d: 'secret' },
    { ...line, x: loose },
    null,
  ])
    expect(readKeyLine(wrong)).toBeNull();
  for (const wrong of [
    null,
    [],
    {},
    { keys: [] },
    { keys: 'x' },
    { keys: [{ ...key }, {}] },
    { keys: [null] },
  ])
    expect(readKeys(wrong)).toBeNull();
  expect(readKeys({ keys: Array.from({ length: 17 }, () => ({ ...key })) })).toBeNull();
});

test('a key whose text has another spelling for the same bytes is none', () => {
  // The last character of 43 carries two bits that no byte uses.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(key.x.at(-1) ?? '');
  const x = `${key.x.slice(0, -1)}${alphabet[last + 1] ?? ''}`;
  expect(Buffer.from(x, 'base64url').equals(Buffer.from(key.x, 'base64url'))).toBe(true);
  const kid = Buffer.from(
    new Uint8Array(createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest()),
  ).toString('base64url');
  expect(readKeys({ ...key, x, kid })).toBeNull();
});

test('a signer’s own key is found among those that it publishes', () => {
  expect(signingKeyOf(signer.jwks(), signer.keyId)).toEqual(key);
  expect(() => signingKeyOf(signer.jwks(), 'other')).toThrow(TypeError);
  expect(() => signingKeyOf({}, signer.keyId)).toThrow(TypeError);
});

test('base64 has one spelling for each text', () => {
  expect(fromBase64(toBase64('Grüße'))).toBe('Grüße');
  for (const loose of ['YQ', 'YR==', 'YQ==\n', 'YQ= =', '_-__', 'gA==']) expect(fromBase64(loose)).toBeNull();
  const signature = signer.signPayload({ payloadType: 'a', payload: 'b' });
  expect(urlOfBase64(base64OfUrl(signature))).toBe(signature);
  expect(urlOfBase64(base64OfUrl(signature).replace('==', ''))).toBeNull();
  expect(decodeUtf8(Buffer.from('\ufeffa', 'utf8'))).toBe('\ufeffa');
  expect(decodeUtf8(new Uint8Array([0xff]))).toBeNull();
});
