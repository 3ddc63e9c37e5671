import { expect, it } from 'vitest';
import { headerMirror } from '../../../lib/adapters/mcp-client/parameter-headers.ts';
import type { JsonObject } from '../../../lib/core/json/value.ts';

function toolOf(
  properties: JsonObject,
  rest: JsonObject = {},
): Parameters<ReturnType<typeof headerMirror>['keep']>[0] {
  const inputSchema = { type: 'object', properties, ...rest };
  return [{ name: 'look', descriptor: { name: 'look', inputSchema }, readOnly: true }];
}

const region = { type: 'string', 'x-mcp-header': 'Region' };

it.each<readonly [string, JsonObject, JsonObject, JsonObject]>([
  ['a plain text goes as it is', { region }, { region: 'us west-1' }, { 'Mcp-Param-Region': 'us west-1' }],
  [
    'a line break goes as base64',
    { region },
    { region: 'a\r\nb' },
    { 'Mcp-Param-Region': '=?base64?YQ0KYg==?=' },
  ],
  ['an empty text goes as base64', { region }, { region: '' }, { 'Mcp-Param-Region': '=?base64??=' }],
  [
    'what reads as base64 already goes as base64',
    { region },
    { region: '=?base64?YQ==?=' },
    { 'Mcp-Param-Region': `=?base64?${Buffer.from('=?base64?YQ==?=').toString('base64')}?=` },
  ],
  ['null goes nowhere', { region }, { region: null }, {}],
  ['an object goes nowhere', { region }, { region: { a: 1 } }, {}],
  ['what only the prototype has goes nowhere', { toString: region }, {}, {}],
  [
    'a member of a member goes',
    { at: { type: 'object', properties: { region } } },
    { at: { region: 'eu' } },
    { 'Mcp-Param-Region': 'eu' },
  ],
  [
    'a parameter of that name is no annotation',
    { 'x-mcp-header': { type: 'string' } },
    { 'x-mcp-header': 'a' },
    {},
  ],
])('a parameter as a header: %s', (_, properties, input, headers) => {
  const mirror = headerMirror(true);
  expect(mirror.keep(toolOf(properties))).toHaveLength(1);
  expect(mirror.headersOf('look', input)).toEqual(headers);
  expect(mirror.headersOf('other', input)).toEqual({});
});

const misfits: ReadonlyArray<readonly [string, JsonObject, JsonObject?]> = [
  ['a line break in its name', { region: { type: 'string', 'x-mcp-header': 'A\r\nHost' } }],
  ['an object', { region: { type: 'object', 'x-mcp-header': 'Region' } }],
  ['two of one name', { a: region, b: { ...region, 'x-mcp-header': 'region' } }],
  ['one among the items of a list', { list: { type: 'array', items: region } }],
  ['one in a definition', {}, { $defs: { region } }],
  ['the input itself', {}, { 'x-mcp-header': 'Region' }],
];
for (const [what, properties, rest] of misfits)
  it(`a tool that wants a header that cannot be is left out over HTTP: ${what}`, () => {
    const tools = toolOf(properties, rest);
    expect(headerMirror(true).keep(tools)).toEqual([]);
    expect(headerMirror(false).keep(tools)).toEqual(tools);
  });
