import { canonical } from '../json/canonical.ts';
import type { Digest } from '../json/digest.ts';
import { parseJson } from '../json/parse.ts';
import {
  either,
  exactly,
  integer,
  list,
  nullable,
  object,
  oneOf,
  readShape,
  type Shape,
} from '../json/shape.ts';
import type { JsonObject } from '../json/value.ts';
import {
  account,
  count,
  decimalId,
  digest,
  instant,
  line,
  opaqueId,
  ordinal,
  record,
  repositoryName,
  url,
} from '../run/shape-parts.ts';
import { states } from '../run/state.ts';
import { maxEntries } from '../audit/parse.ts';
import { linesBeforeEntries, type Approver, type ReadBack, type RunSummary } from './summary.ts';

/** The media type of an in-toto statement, as DSSE names it. */
export const statementType = 'application/vnd.in-toto+json';

const inToto = 'https://in-toto.io/Statement/v1';

/** What kind of statement ours is. */
const predicateType = 'urn:countersign:predicate:run:v1';

/** How the subject is called: it is the proposal's exact text, and its SHA-256 is what people approved. */
const subjectName = 'proposal.json';

/** An in-toto Statement v1: about these bytes, this is said. */
export interface Statement {
  readonly hash: Digest;
  readonly summary: RunSummary;
}

/** The statement's canonical text. */
export function writeStatement({ hash, summary }: Statement): string {
  // A summary is plain JSON by its type, which has no index signature; `canonical` throws if it is not.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const predicate = summary as unknown as JsonObject;
  return canonical({
    _type: inToto,
    subject: [{ name: subjectName, digest: { sha256: hash } }],
    predicateType,
    predicate,
  });
}

const approver: Shape<Approver> = record<Approver>({ by: account, at: instant, entry: digest });

const readBack: Shape<ReadBack> = either(
  object({ outcome: exactly('unreadable') }),
  object({
    outcome: oneOf('equal', 'differed'),
    observed: digest,
    fields: count,
    differing: list(line, 200),
  }),
);

const summaryShape: Shape<RunSummary> = record<RunSummary>({
  run: opaqueId,
  state: oneOf(...states),
  repository: record<RunSummary['repository']>({ id: decimalId, ownerId: decimalId, name: repositoryName }),
  issue: record<RunSummary['issue']>({ number: ordinal, id: decimalId }),
  head: record<RunSummary['head']>({ count: integer(1, maxEntries), digest: nullable(digest) }),
  record: digest,
  approvers: list(approver, 100),
  effect: nullable(
    record<NonNullable<RunSummary['effect']>>({ id: opaqueId, number: nullable(ordinal), url }),
  ),
  readBack: nullable(readBack),
  seal: record<RunSummary['seal']>({ kind: oneOf('hmac', 'oidc', 'app'), by: line }),
  app: record<RunSummary['app']>({ id: decimalId, installation: decimalId }),
  startedAt: instant,
  endedAt: instant,
  lines: integer(linesBeforeEntries + 1, linesBeforeEntries + maxEntries),
});

const statementShape = object({
  _type: exactly(inToto),
  subject: list(object({ name: exactly(subjectName), digest: object({ sha256: digest }) }), 1),
  predicateType: exactly(predicateType),
  predicate: summaryShape,
});

/** Reads a statement of ours strictly; null for anything else. */
export function readStatement(text: string): Statement | null {
  const json = parseJson(text);
  if (!json.ok || canonical(json.value) !== text) return null;
  const read = readShape(statementShape, json.value);
  const hash = read.ok ? read.value.subject[0]?.digest.sha256 : undefined;
  return read.ok && hash !== undefined ? { hash, summary: read.value.predicate } : null;
}
