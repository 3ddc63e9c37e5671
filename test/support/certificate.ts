/** A self-signed certificate for one name, as a test's own server needs it: ASN.1 by hand (X.690, RFC 5280). */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Valid from 2020 to 2049. */
export function certificateFor(name: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = tlv(0x30, oid('2a8648ce3d040302'));
  const subject = tlv(0x30, tlv(0x31, tlv(0x30, oid('550403'), tlv(0x0c, Buffer.from(name)))));
  const validity = tlv(
    0x30,
    ...['200101000000Z', '490101000000Z'].map((time) => tlv(0x17, Buffer.from(time))),
  );
  const names = tlv(0x30, oid('551d11'), tlv(0x04, tlv(0x30, tlv(0x82, Buffer.from(name)))));
  const signed = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, tlv(0x30, names)),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', signed, privateKey));
  const der = tlv(0x30, signed, algorithm, signature);
  const lines = der.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

/** Tag, length, value. */
function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
