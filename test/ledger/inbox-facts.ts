import { describe, expect, test } from 'vitest';
import { delivery } from './build.ts';
import type { Opened } from './suite.ts';

export function inboxFacts(opened: Opened): void {
  describe('the inbox', () => {
    test('a delivery is stored byte for byte and waits', async () => {
      expect(await opened.ledger().receive(delivery(1))).toBe('stored');
      expect(await opened.ledger().unsettledOf({ issue: '7#1', limit: 10 })).toEqual([delivery(1)]);
    });

    test('a redelivery keeps its id and is a duplicate', async () => {
      await opened.ledger().receive(delivery(1));
      expect(await opened.ledger().receive(delivery(1, { payload: '{}' }))).toBe('duplicate');
      expect(await opened.ledger().unsettledOf({ issue: '7#1', limit: 10 })).toEqual([delivery(1)]);
    });

    test('another delivery of the same meaning is a duplicate', async () => {
      await opened.ledger().receive(delivery(1, { meaning: '7:comment:9:approve' }));
      expect(await opened.ledger().receive(delivery(2, { meaning: '7:comment:9:approve' }))).toBe(
        'duplicate',
      );
      expect(await opened.ledger().receive(delivery(3, { meaning: '7:comment:10:approve' }))).toBe('stored');
    });

    test('deliveries without a meaning are told apart by their id alone', async () => {
      expect(await opened.ledger().receive(delivery(1))).toBe('stored');
      expect(await opened.ledger().receive(delivery(2))).toBe('stored');
    });

    test('deliveries wait in the order in which they came, however their times say', async () => {
      for (const number of [3, 1, 2])
        await opened.ledger().receive(delivery(number, { receivedAt: 10 - number }));
      const waiting = await opened.ledger().unsettledOf({ issue: '7#1', limit: 2 });
      expect(waiting.map(({ id }) => id)).toEqual([delivery(3).id, delivery(1).id]);
    });

    test('knows a delivery by its id, also when it is settled', async () => {
      const knows = (number: number): Promise<boolean> => opened.ledger().knows({ id: delivery(number).id });
      await opened.ledger().receive(delivery(1));
      await opened.ledger().settle({ id: delivery(1).id, outcome: 'done' });
      expect([await knows(1), await knows(2)]).toEqual([true, false]);
    });

    test('a settled delivery waits no longer, and its redelivery is still a duplicate', async () => {
      await opened.ledger().receive(delivery(1, { meaning: 'm' }));
      await opened.ledger().settle({ id: delivery(1).id, outcome: 'approved' });
      expect(await opened.ledger().unsettledOf({ issue: '7#1', limit: 10 })).toEqual([]);
      expect(await opened.ledger().receive(delivery(1))).toBe('duplicate');
      expect(await opened.ledger().receive(delivery(2, { meaning: 'm' }))).toBe('duplicate');
    });

    test('issues with waiting deliveries are listed once each, the longest waiting first', async () => {
      await opened.ledger().receive(delivery(1, { issue: '7#2' }));
      await opened.ledger().receive(delivery(2));
      await opened.ledger().receive(delivery(3, { issue: '7#2', installation: '5' }));
      expect(await opened.ledger().unsettled({ limit: 10 })).toEqual([
        { installation: '5', issue: '7#2' },
        { installation: '5', issue: '7#1' },
      ]);
      expect(await opened.ledger().unsettled({ limit: 1 })).toEqual([{ installation: '5', issue: '7#2' }]);
      await opened.ledger().settle({ id: delivery(2).id, outcome: 'done' });
      expect(await opened.ledger().unsettled({ limit: 10 })).toEqual([{ installation: '5', issue: '7#2' }]);
      expect(await opened.ledger().unsettledOf({ issue: '7#2', limit: 1 })).toEqual([
        delivery(1, { issue: '7#2' }),
      ]);
    });

    test('settling twice, or what never came, changes nothing', async () => {
      await opened.ledger().receive(delivery(1));
      await opened.ledger().settle({ id: delivery(1).id, outcome: 'first' });
      await opened.ledger().settle({ id: delivery(1).id, outcome: 'second' });
      await opened.ledger().settle({ id: 'unknown', outcome: 'x' });
      expect(await opened.ledger().unsettledOf({ issue: '7#1', limit: 10 })).toEqual([]);
    });

    test('what waits is there again after a restart', async () => {
      await opened.ledger().receive(delivery(1));
      await opened.ledger().receive(delivery(2));
      await opened.ledger().settle({ id: delivery(1).id, outcome: 'done' });
      const again = await opened.restart();
      expect(await again.unsettledOf({ issue: '7#1', limit: 10 })).toEqual([delivery(2)]);
      expect(await again.receive(delivery(1))).toBe('duplicate');
    });
  });
}
