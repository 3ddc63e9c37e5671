import { describe, expect, it } from 'vitest';
import { createStrangers } from '../../lib/service/strangers.ts';

describe('strangers', () => {
  it('are remembered for a minute, each in their own repository', () => {
    let now = 0;
    const strangers = createStrangers({ now: () => now });
    strangers.add('1', '2');
    now = 59_999;
    expect(strangers.has('1', '2')).toBe(true);
    expect(strangers.has('2', '2')).toBe(false);
    now = 60_000;
    expect(strangers.has('1', '2')).toBe(false);
  });

  it('DO-04: are never more than ten thousand: the oldest is forgotten', () => {
    const strangers = createStrangers({ now: () => 0 });
    for (let id = 0; id < 10_000; id += 1) strangers.add('1', String(id));
    strangers.add('1', '0');
    strangers.add('1', 'one more');
    expect(strangers.has('1', '0')).toBe(true);
    expect(strangers.has('1', '1')).toBe(false);
    expect(strangers.has('1', '2')).toBe(true);
  });
});
