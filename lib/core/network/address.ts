/**
 * IP addresses as numbers, and which of them the public internet knows. What a name leads to is judged by
 * the address that is connected to, never by how it is written.
 */

/** An address: 4 or 16 bytes. */
export type AddressBytes = readonly number[];

/** Reads an address as programs write it: IPv4 in four decimal numbers, or IPv6, with an IPv4 tail or without. No zone. */
export function parseAddress(text: string): AddressBytes | null {
  return text.includes(':') ? parseSix(text) : parseFour(text);
}

function parseFour(text: string): AddressBytes | null {
  const parts = text.split('.');
  // A leading zero is octal to some readers and decimal to others.
  const bytes = parts.map((part) => (/^(?:0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  return bytes.length === 4 && bytes.every((byte) => byte < 256) ? bytes : null;
}

function parseSix(text: string): AddressBytes | null {
  const tail = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const four = tail === null ? null : parseFour(String(tail[2]));
  if (tail !== null && four === null) return null;
  const hex =
    four === null ? text : `${String(tail?.[1])}${[four.slice(0, 2), four.slice(2)].map(groupOf).join(':')}`;
  const halves = hex.split('::');
  if (halves.length > 2) return null;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const given = groups.flat();
  if (!given.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return null;
  const missing = 8 - given.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const zeros = Array.from({ length: missing }, () => '0');
  const [before = [], after = []] = groups;
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

function groupOf(bytes: AddressBytes): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What is not the public internet: this host and its networks, private and shared ranges, link-local ones
 * with the clouds' metadata services, documentation, benchmarks, multicast and the reserved rest
 * (IANA's special-purpose registries).
 */
const notPublicFour = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
  .trim()
  .split(/\s+/);

/** Within 2000::/3, outside of which no address is public: protocol assignments with Teredo, documentation, 6to4. */
const notPublicSix = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'];

/** Forms of IPv6 that carry an IPv4 address at their end: mapped, compatible, and both NAT64 prefixes. */
const carriers = ['::ffff:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/48'];

/** Whether an address belongs to the public internet. An IPv6 address that only carries an IPv4 one never does. */
export function isPublic(address: AddressBytes): boolean {
  if (address.length === 4) return !notPublicFour.some((range) => isWithin(address, range));
  if (carriers.some((range) => isWithin(address, range))) return false;
  return isWithin(address, '2000::/3') && !notPublicSix.some((range) => isWithin(address, range));
}

/** Whether two addresses are the same. */
export function sameAddress(left: AddressBytes, right: AddressBytes): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

function isWithin(address: AddressBytes, range: string): boolean {
  const [base, bits] = range.split('/');
  // Our own ranges are all addresses, so nothing of this is ever null.
  const network = [parseAddress(String(base))].flat();
  return (
    network.length === address.length &&
    network.every((byte, index) => {
      const kept = Math.min(8, Math.max(0, Number(bits) - index * 8));
      const mask = 256 - 2 ** (8 - kept);
      return ((Number(byte) ^ Number(address[index])) & mask) === 0;
    })
  );
}
