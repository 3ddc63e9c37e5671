import { digestText, type Digest } from '../core/json/digest.ts';
import type { Clock } from '../core/port/clock.ts';
import type { Ledger } from '../core/port/ledger.ts';
import type { Log } from '../core/port/log.ts';
import type { RecordCodec } from '../core/port/record-codec.ts';
import type { SealTokens } from '../core/port/seal.ts';
import type { SealStore } from '../core/port/seal-store.ts';
import { parseRecord, type ParsedRecord } from '../core/proposal/parse-record.ts';
import { ok, refused, type Result } from '../core/result.ts';
import type { RefusalCode } from '../core/refusal.ts';
import { differingMembers } from '../core/seal/compare.ts';
import { readSealRequest } from '../core/seal/request.ts';
import { readSealVerdict, writeSealVerdict, type ProvedToken } from '../core/seal/verdict.ts';
import { formatInstant } from '../core/time/instant.ts';
import type { Installed } from './installed.ts';
import type { Rates } from './rates.ts';
import { originOf } from './run-keys.ts';

/** What sealing takes from outside. */
export interface SealPorts {
  readonly ledger: Pick<Ledger, 'byHash'> & SealStore;
  readonly tokens: SealTokens;
  readonly codec: RecordCodec;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly installed: Installed;
  /** How often a repository may have something sealed. */
  readonly rates: Rates;
}

/** A proposal that the App has sealed, and since when. */
export interface Sealed {
  readonly hash: Digest;
  readonly record: Digest;
  readonly at: string;
}

/**
 * An Actions run seals one proposal. It has a few more tries: a job may die between its seal and its issue,
 * and be run again.
 */
const maxSealsOfRun = 16;

/**
 * Seals a proposal for the job that composed it: the token is the job's own, asked for under this hash, and
 * says of repository, run, attempt, workflow, commit, event and actor what the record says. Judged once: the
 * same record gets the recorded verdict ever after. A record is not even inflated before its job is proved and
 * belongs to a repository that has the App.
 */
export async function sealProposal(ports: SealPorts, body: string): Promise<Result<Sealed, RefusalCode>> {
  const request = readSealRequest(body);
  if (!request.ok) return tell(ports, request.fault, null);
  const proved = await ports.tokens.prove(request.value.token);
  if (!proved.ok) return tell(ports, proved.fault, null);
  const { claims } = proved.value;
  const { repositoryId: id, ownerId, repository: name } = claims;
  // Any job of GitHub can prove itself; nothing more is done for those that are none of ours.
  const installed = await ports.installed.on({ id, ownerId, name });
  if (installed === 'unreadable') return tell(ports, 'seal_unreadable', id);
  if (installed === 'not_installed') return tell(ports, 'not_installed', id);
  if (!ports.rates.take(id)) return tell(ports, 'rate_limited', id);
  const text = ports.codec.decode(request.value.record);
  if (!text.ok) return tell(ports, text.fault, id);
  const read = parseRecord(text.value);
  if (!read.ok) return tell(ports, read.fault.code, id);
  const differing = differingMembers(read.value.hash, read.value.proposal, claims);
  if (differing.length > 0) {
    ports.log.warn('seal.differs', { repository: id, members: differing });
    return refused('token_differs');
  }
  return keep(ports, read.value, digestText(text.value), proved.value);
}

/** What the App has sealed under a hash: by a job's token, or as the ledger's own run of that hash says. */
export async function sealedAs(
  ledger: Pick<Ledger, 'byHash'> & SealStore,
  hash: Digest,
): Promise<Sealed | null> {
  const kept = await ledger.sealOf({ hash });
  if (kept !== null) return { hash, record: kept.record, at: readSealVerdict(kept.verdict).sealedAt };
  return sealedInRun(ledger, hash);
}

/** What the ledger's own run of a hash says: one that was put back has its runs, and their verdicts in their entries. */
export async function sealedInRun(ledger: Pick<Ledger, 'byHash'>, hash: Digest): Promise<Sealed | null> {
  const run = await ledger.byHash({ hash });
  const accepted = run?.entries.find((entry) => entry.type === 'proposal.accepted');
  if (run === null || accepted?.type !== 'proposal.accepted' || accepted.data.seal.kind !== 'oidc')
    return null;
  return { hash, record: digestText(run.record), at: accepted.at };
}

async function keep(
  ports: SealPorts,
  { proposal, hash }: ParsedRecord,
  record: Digest,
  proved: ProvedToken,
): Promise<Result<Sealed, RefusalCode>> {
  const { issuer, tokenId, repositoryId } = proved.claims;
  const at = formatInstant(ports.clock.now());
  const kept = await ports.ledger.keepSeal(
    {
      token: `${issuer} ${tokenId}`,
      hash,
      record,
      repositoryId,
      origin: originOf(proposal),
      verdict: writeSealVerdict({ hash, record, sealedAt: at, proved }),
    },
    maxSealsOfRun,
  );
  switch (kept) {
    case 'kept':
      ports.log.info('seal.kept', { hash, repository: repositoryId });
      return ok({ hash, record, at });
    case 'known':
      return ok((await sealedAs(ports.ledger, hash)) ?? { hash, record, at });
    case 'differs':
      return tell(ports, 'seal_invalid', repositoryId);
    case 'token_used':
      return tell(ports, 'token_used', repositoryId);
    case 'run_open':
      return tell(ports, 'run_open', repositoryId);
    case 'full':
      return tell(ports, 'rate_limited', repositoryId);
  }
}

/** The repository is named only where a token proved it. */
function tell({ log }: SealPorts, code: RefusalCode, repository: string | null): Result<never, RefusalCode> {
  log.warn('seal.refused', { code, repository });
  return refused(code);
}
