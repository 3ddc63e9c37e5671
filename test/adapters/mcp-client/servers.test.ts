import { afterEach, describe, expect, it } from 'vitest';
import { canaries } from '../../hostile/shouting.ts';
import { placeOf, soon, start, started, whatOf, type Place } from './support.ts';

const never = new AbortController().signal;
let place: Place;

afterEach(() => place.remove());

describe('an evidence server over stdio', () => {
  it('lists its tools, answers a call, and ends', async () => {
    place = placeOf('honest');
    const server = await started(place);
    expect(await server.tools()).toMatchObject({ ok: true, value: [{ name: 'look', readOnly: true }] });
    const answer = await server.call('look', {}, never);
    if (!answer.ok) throw new Error(answer.fault.what);
    const { output, ...rest } = answer.value;
    expect([...output()].join('')).toBe('{"content":[{"type":"text","text":"all is well"}]}');
    expect(rest).toEqual({
      isText: true,
      text: 'all is well',
      hasBinary: false,
      structured: null,
      isError: false,
      authors: 'unknown',
    });
    expect(await server.stop()).toEqual({ stdoutLines: 0, stderrBytes: 0 });
    expect(place.left()).toEqual([]);
  });

  it('asks for its tools afresh each time, whatever the server says of caching', async () => {
    place = placeOf('drift-cached');
    const server = await started(place);
    const [first, second] = [await server.tools(), await server.tools()];
    expect(first.ok && second.ok && first.value[0]?.descriptor).not.toEqual(
      second.ok && second.value[0]?.descriptor,
    );
    await server.stop();
  });

  it('counts what does not belong on stdout, and what came on stderr', async () => {
    place = placeOf('noise');
    const server = await started(place);
    await server.call('look', {}, never);
    // Four lines of prose, one of broken JSON, two values that are no message; a stray answer is no noise.
    expect(await server.stop()).toMatchObject({ stdoutLines: 7 });
  });

  it('a flood on stderr stops nobody, and only its end is kept', async () => {
    place = placeOf('stderr-flood');
    const server = await started(place, { ...soon, quietMs: 10_000, callMs: 10_000 });
    expect(whatOf(await server.call('look', {}, never))).toBeNull();
    expect(await server.stop()).toEqual({ stdoutLines: 0, stderrBytes: 8192 * 1024 });
  });

  it('progress keeps a slow call alive', async () => {
    place = placeOf('late-progress');
    const server = await started(place);
    expect(await server.call('look', {}, never)).toMatchObject({
      ok: true,
      value: { text: 'slow and steady' },
    });
    await server.stop();
  });

  it('a structure without text is shown as JSON', async () => {
    place = placeOf('structure-only');
    const server = await started(place);
    expect(await server.call('look', {}, never)).toMatchObject({
      ok: true,
      value: { text: '{\n  "status": "down"\n}', structured: { status: 'down' } },
    });
    await server.stop();
  });
});

describe('nothing is waited for without an end', () => {
  it('a server that is silent at start', async () => {
    place = placeOf('silent-start');
    expect(whatOf(await start(place, { ...soon, startMs: 300 }))).toBe('did not start in time');
    expect(place.left()).toEqual([]);
  });

  it.each([
    ['silent-list', 'did not answer in time'],
    ['endless-pages', 'lists tools on more than 8 pages'],
    ['many-tools', 'offers more than 512 tools'],
    ['no-list', 'sent something that is no list of tools'],
    ['dies-in-list', 'ended with exit code 9'],
  ])('a list: %s', async (mode, what) => {
    place = placeOf(mode);
    const server = await started(place);
    expect(whatOf(await server.tools())).toBe(what);
    await server.stop();
    expect(place.left()).toEqual([]);
  });

  it.each([
    ['silent-call', 'did not answer in time'],
    ['progress-forever', 'did not answer in time'],
    ['closes-stdout', 'did not answer in time'],
    ['dies-in-call', 'ended with exit code 0'],
    ['killed-in-call', 'was ended by SIGKILL'],
    ['rpc-error', 'answered with the JSON-RPC error -32603'],
    ['deep-output', 'answered with something that is no tool result'],
    ['no-result', 'answered with something that is no tool result'],
    ['asks-for-ever', 'does not read what it is sent'],
  ])('a call: %s', async (mode, what) => {
    place = placeOf(mode);
    const server = await started(place, {
      ...soon,
      quietMs: mode === 'asks-for-ever' ? 20_000 : soon.quietMs,
      callMs: mode === 'asks-for-ever' ? 20_000 : soon.callMs,
    });
    expect(whatOf(await server.call('look', {}, never))).toBe(what);
    await server.stop();
    expect(place.left()).toEqual([]);
  });

  it('a message over the bound', async () => {
    place = placeOf('wide-output');
    const server = await started(place, { ...soon, messageBytes: 100_000 });
    expect(whatOf(await server.call('look', {}, never))).toBe('sent a message of more than 100000 bytes');
    await server.stop();
  });

  it('a program that is not there', async () => {
    place = placeOf('honest');
    const command = { ...place.command, command: `${place.home}/nothing` };
    expect(whatOf(await start({ ...place, command }))).toBe('did not start');
  });

  it('a call that the job stops', async () => {
    place = placeOf('silent-call');
    const server = await started(place, { ...soon, quietMs: 20_000, callMs: 20_000 });
    const stop = new AbortController();
    const call = server.call('look', {}, stop.signal);
    stop.abort();
    expect(whatOf(await call)).toBe('was stopped');
    expect(whatOf(await server.call('look', {}, stop.signal))).toBe('was stopped');
    await server.stop();
  });

  it('a start after the job was stopped', async () => {
    place = placeOf('silent-start');
    expect(whatOf(await start(place, soon, AbortSignal.abort()))).toBe('was stopped');
    expect(place.left()).toEqual([]);
  });
});

describe('RU-10: stopping a server ends what it started', () => {
  it.each(['stubborn', 'leaves-child', 'leaves-bare-child'])('%s', async (mode) => {
    place = placeOf(mode);
    const server = await started(place);
    await server.tools();
    await server.stop();
    expect(place.left()).toEqual([]);
  });

  it('stopping twice is stopping once', async () => {
    place = placeOf('honest');
    const server = await started(place);
    await Promise.all([server.stop(), server.stop()]);
    expect(await server.stop()).toEqual({ stdoutLines: 0, stderrBytes: 0 });
  });
});

it('a server’s own words come as the end of its stderr, visible', async () => {
  place = placeOf('commands-stderr');
  const server = await started(place);
  const result = await server.call('look', {}, never);
  expect(result).toMatchObject({ ok: false, fault: { server: 'bad', what: 'ended with exit code 1' } });
  expect(!result.ok && result.fault.stderr).toContain('::add-mask::a');
  expect(!result.ok && result.fault.stderr).toContain(canaries['amazon']);
  await server.stop();
});
