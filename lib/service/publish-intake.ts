import { digestText } from '../core/json/digest.ts';
import { renderIntakeRefusal } from '../core/publication/intake-refusal.ts';
import type { HostFault } from '../core/port/runner-host.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { WebhookIssue } from '../core/webhook/issue.ts';
import type { Place } from '../core/webhook/place.ts';
import type { AppPorts } from './app-ports.ts';
import { hostError } from './host-error.ts';
import { markerLine } from './publication.ts';

/**
 * Says on an issue that looks like a proposal why it is none, once: a look-alike must not stand there as
 * if it could be approved. The comment is found by its marker before it is made, so that a second try
 * after a crash adds nothing.
 */
export async function tellIntakeRefusal(
  ports: AppPorts,
  refusal: {
    readonly place: Place;
    readonly issue: WebhookIssue;
    readonly code: RefusalCode;
    readonly detail: string;
  },
): Promise<void> {
  const { place, issue, code, detail } = refusal;
  const host = await ports.hosts.installation(place.installation);
  const where = { repository: place.repository.name, issueNumber: issue.number };
  const marker = markerLine(digestText(`intake ${issue.nodeId}`));
  const found = await host.findComment({ ...where, marker, since: issue.createdAt });
  if (!found.ok) {
    if (isGone(found.fault)) return;
    throw hostError('intake: find comment', found.fault);
  }
  if (found.value !== null) return;
  const body = renderIntakeRefusal({ code, detail, docsUrl: ports.docsUrl, marker });
  const answer = await host.comment({ ...where, body });
  if (!answer.ok && !isGone(answer.fault)) throw hostError('intake: comment', answer.fault);
}

/** The issue was deleted meanwhile: nobody is misled by it any more, and nothing can be said there. */
function isGone({ status }: HostFault): boolean {
  return status === 404 || status === 410;
}
