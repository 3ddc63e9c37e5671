import { describe, expect, it } from 'vitest';
import { chooseAddress, hostOf, isServerUrl } from '../../../lib/core/network/server-url.ts';

describe('an address that a token may be sent to', () => {
  it.each([
    ['https://mcp.example.com', 'mcp.example.com'],
    ['https://mcp.example.com/', 'mcp.example.com'],
    ['https://mcp.example.com:8443/v1/mcp', 'mcp.example.com'],
    ['https://10.1.2.3/mcp', '10.1.2.3'],
    ['https://[2606:50c0::1]:8443/mcp', '2606:50c0::1'],
    ['https://xn--bcher-kva.example/~a/b_c', 'xn--bcher-kva.example'],
  ])('%s', (url, host) => {
    expect(isServerUrl(url)).toBe(true);
    expect(hostOf(url)).toBe(host);
  });

  it.each([
    'http://mcp.example.com/',
    'HTTPS://mcp.example.com/',
    'ftp://mcp.example.com/',
    'file:///etc/passwd',
    'https://',
    'https://mcp.example.com./',
    'https://MCP.example.com/',
    'https://-a.example/',
    'https://a-.example/',
    'https://a..example/',
    'https://mcp.example.com:0/',
    'https://mcp.example.com/?q=1',
    'https://mcp.example.com/#f',
    'https://mcp.example.com/a b',
    'https://mcp.example.com/../x',
    'https://mcp.example.com/./x',
    `https://mcp.example.com/${'a'.repeat(500)}`,
  ])('%s is none', (url) => expect(isServerUrl(url)).toBe(false));

  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://1.2.3.256/',
    'https://[::1%25eth0]/',
    'https://[1::2::3]/',
    'https://①②⑦.⓪.⓪.①/',
  ])('SS-01: %s is none: only some readers see the address in it', (url) =>
    expect(isServerUrl(url)).toBe(false),
  );

  it.each([
    'https://ok@169.254.169.254/',
    'https://ok:pw@mcp.example.com/',
    'https://ok\\@x/',
    'https://mcp.example.com\\@evil.example/',
    'https://mcp.example.com/%2f%2e',
  ])('SS-04: %s is none', (url) => expect(isServerUrl(url)).toBe(false));

  it('DO-02: 64 kB of near misses are read at once', () => {
    const before = performance.now();
    expect(isServerUrl(`https://${'a-'.repeat(32_000)}`)).toBe(false);
    expect(isServerUrl(`https://a/${'a/'.repeat(245)}!`)).toBe(false);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('a text that is no such address has no host', () => expect(hostOf('http://x/')).toBe(''));
});

describe('SS-06: one address is chosen, of names that lead to nothing but allowed ones', () => {
  it.each([
    [['140.82.112.3'], [], { address: '140.82.112.3' }],
    [['2606:50c0::1', '140.82.112.3'], [], { address: '2606:50c0::1' }],
    [['10.1.2.3'], ['10.1.2.3'], { address: '10.1.2.3' }],
    [['::1'], ['0:0:0:0:0:0:0:1'], { address: '::1' }],
    [[], [], { refused: 'no_address' }],
    [['10.1.2.3'], [], { refused: 'address_not_public' }],
    [['10.1.2.3'], ['10.1.2.4', 'nonsense'], { refused: 'address_not_public' }],
    [['140.82.112.3', '10.1.2.3'], [], { refused: 'address_not_public' }],
    [['140.82.112.3', '169.254.169.254'], ['10.1.2.3'], { refused: 'address_not_public' }],
    [['nonsense'], [], { refused: 'address_not_public' }],
  ])('%j with %j named', (found, named, expected) => {
    expect(chooseAddress(found, named)).toEqual(expected);
  });
});
