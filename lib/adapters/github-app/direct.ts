import type { Answer, RequestParameters } from './client.ts';
import { Refusal, type Line } from './line.ts';

/**
 * The first try of a read: past the client's throttle and its repeats. GitHub asks for pauses between writes
 * only; the throttle queues reads, too (and each GraphQL query for a second, as if it wrote), and its queues
 * cost more processor time than the request. Null: nothing came of it that counts, and the client shall ask
 * again in its own way, with its pauses. Throws what GitHub refused, rate limits included.
 */
export async function askDirectly(
  line: Line | undefined,
  route: string,
  parameters: RequestParameters,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | null> {
  if (line === undefined) return null;
  let answer: Answer;
  try {
    answer = await line.send(route, parameters, headers);
  } catch {
    return null;
  }
  const { status } = answer;
  if (isElsewhere(status) || status >= 500 || isBusy(answer.data)) return null;
  if (status >= 400) throw new Refusal(answer);
  return answer;
}

/** A write, with what is asked right before it leaves. */
export interface DirectOrder {
  readonly route: string;
  readonly parameters: RequestParameters;
  readonly headers: Readonly<Record<string, string>>;
  readonly leaving: () => Promise<void>;
}

/**
 * A write in its turn, sent once. `inItsWay`, the client's own, is left what was certainly not done and sent
 * elsewhere by GitHub. Throws what GitHub refused, and where no answer came.
 */
export async function orderDirectly(
  line: Line | undefined,
  { route, parameters, headers, leaving }: DirectOrder,
  inItsWay: () => Promise<Answer>,
): Promise<Answer> {
  if (line === undefined) return inItsWay();
  return line.inTurn(notifies(route), async () => {
    const answer = await line.send(route, parameters, headers, leaving);
    if (isElsewhere(answer.status)) return inItsWay();
    if (answer.status >= 400) throw new Refusal(answer);
    return answer;
  });
}

/** Whatever makes something that people are told of. Check runs are not, and changes are not. */
function notifies(route: string): boolean {
  return route.startsWith('POST ') && !route.endsWith('/check-runs');
}

/** A redirect: something was renamed or moved. */
function isElsewhere(status: number): boolean {
  return status >= 300 && status < 400;
}

/** GraphQL tells with status 200 that it has no time: the client knows how long to wait. */
function isBusy(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('errors' in data) || !Array.isArray(data.errors))
    return false;
  const errors: readonly unknown[] = data.errors;
  return errors.some(
    (error) =>
      typeof error === 'object' &&
      error !== null &&
      (('type' in error && error.type === 'RATE_LIMITED') ||
        ('message' in error && String(error.message).startsWith('Something went wrong'))),
  );
}
