import { describe, expect, it } from 'vitest';
import { OtherKey, requireOneKey } from '../../app/one-key.ts';

function cursors(after?: (value: string) => string): Parameters<typeof requireOneKey>[0] {
  const kept = new Map<string, string>();
  return {
    cursor: async ({ name }) => kept.get(name) ?? null,
    setCursor: async ({ name, value }) => {
      kept.set(name, after?.(value) ?? value);
    },
  };
}

describe('a ledger and its signing key', () => {
  it('belong together from the first start on', async () => {
    const ledger = cursors();
    await requireOneKey(ledger, 'key-1');
    await requireOneKey(ledger, 'key-1');
    await expect(requireOneKey(ledger, 'key-2')).rejects.toBeInstanceOf(OtherKey);
  });

  it('of two replicas that start with keys of their own, only one goes on', async () => {
    await expect(
      requireOneKey(
        cursors(() => 'key-2'),
        'key-1',
      ),
    ).rejects.toBeInstanceOf(OtherKey);
  });
});
