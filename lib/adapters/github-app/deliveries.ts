import type { Attempt, AttemptPage, Deliveries } from '../../core/port/deliveries.ts';
import type { HostFault } from '../../core/port/runner-host.ts';
import { ok, refused, type Result } from '../../core/result.ts';
import { id, listOf, members, orNull, short, type Reader } from './answer.ts';
import { askAsApp, readData, sendAsApp, unreadable, type GitHubClient } from './client.ts';
import { dateOf } from './date.ts';

const list = 'GET /app/hook/deliveries';
const repeat = 'POST /app/hook/deliveries/{delivery_id}/attempts';

const pageSize = 100;

const statusCode: Reader<number> = (value) => (typeof value === 'number' ? value : 0);

const page = listOf(
  members({
    id,
    guid: short,
    event: short,
    action: orNull(short),
    delivered_at: short,
    status_code: statusCode,
  }),
  pageSize,
);

/**
 * The App's own log of deliveries. `connect` gives a client with the App's JWT: an installation's token is
 * refused there. Each attempt is judged by its own status: the filter `status=failure` leaves out those
 * that got no answer at all.
 */
export function deliveries(connect: () => Promise<GitHubClient>): Deliveries {
  return {
    async page({ cursor }) {
      const question = { per_page: pageSize, ...(cursor === null ? {} : { cursor }) };
      const answer = await askAsApp(await connect(), list, question);
      if (!answer.ok) return answer;
      const read = readData(answer, page, 'unreadable');
      if (!read.ok) return read;
      return pageOf(read.value, answer.value.headers);
    },
    async redeliver({ id: attempt }) {
      const sent = await sendAsApp(await connect(), repeat, { delivery_id: attempt });
      return sent.ok ? ok(null) : sent;
    },
  };
}

function pageOf(
  read: ReturnType<typeof page>,
  headers: Readonly<Record<string, unknown>>,
): Result<AttemptPage, HostFault> {
  const readAt = dateOf(headers['date']);
  const attempts: Attempt[] = [];
  for (const { id: attempt, guid, event, action, delivered_at: at, status_code: code } of read) {
    const deliveredAt = Date.parse(at);
    if (Number.isNaN(deliveredAt)) return refused(unreadable(list, null, 'a time that does not read'));
    attempts.push({ id: attempt, guid, event, action, deliveredAt, arrived: code >= 200 && code < 300 });
  }
  if (readAt === null) return refused(unreadable(list, null, 'no time in the answer'));
  return ok({ attempts, next: nextOf(headers['link']), readAt: Date.parse(readAt) });
}

/** The cursor of `<https://…?per_page=100&cursor=v1_…>; rel="next"`. Only the cursor is taken, never the address. */
function nextOf(header: unknown): string | null {
  if (typeof header !== 'string') return null;
  const address = header
    .split(',')
    .find((part) => part.includes('rel="next"'))
    ?.match(/<([^<>]{1,2048})>/)?.[1];
  if (address === undefined || !URL.canParse(address)) return null;
  return new URL(address).searchParams.get('cursor');
}
