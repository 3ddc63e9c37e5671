import { isPublic, parseAddress, sameAddress, type AddressBytes } from './address.ts';

/** `https://host[:port]/path`, spelled out: no user, query or fragment, nothing that two readers read differently. */
const address =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?)*|\[[0-9a-f:.]{2,45}\])(?::(?:[1-9]\d{0,4}))?(?:\/[A-Za-z0-9._~-]*)*$/;

/**
 * Whether a text is an address that a bearer token may be sent to. A host in numbers must be an address as
 * programs write it: `127.1`, `0x7f.1` and their kind are spellings of loopback that only some readers see.
 */
export function isServerUrl(text: string): boolean {
  if (text.length > 500 || !address.test(text)) return false;
  if (text.split('/').some((part) => part === '.' || part === '..')) return false;
  const host = hostOf(text);
  const last = host.slice(host.lastIndexOf('.') + 1);
  const isNumeric = host.includes(':') || /^(?:\d+|0x[0-9a-f]*)$/.test(last);
  return !isNumeric || parseAddress(host) !== null;
}

/** The host of such an address, an IPv6 one without its brackets. */
export function hostOf(url: string): string {
  const [, six, name] = /^https:\/\/(?:\[([^\]]*)\]|([^/:]*))/.exec(url) ?? [];
  return six ?? name ?? '';
}

/** Why none of a host's addresses may be connected to. */
export type AddressRefusal = 'no_address' | 'address_not_public';

/**
 * Chooses the one address to connect to, from those that a name led to. All of them must be public or named:
 * a name that leads to both has been tampered with, or is about to be.
 */
export function chooseAddress(
  found: readonly string[],
  named: readonly string[],
): { readonly address: string } | { readonly refused: AddressRefusal } {
  const [first] = found;
  if (first === undefined) return { refused: 'no_address' };
  const allowed = named.map(parseAddress);
  const fits = (text: string): boolean => {
    const bytes: AddressBytes | null = parseAddress(text);
    if (bytes === null) return false;
    return isPublic(bytes) || allowed.some((one) => one !== null && sameAddress(one, bytes));
  };
  return found.every(fits) ? { address: first } : { refused: 'address_not_public' };
}
