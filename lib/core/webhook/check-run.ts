import { isButton, type Button } from '../approval/button.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { readAccount, readId, readPlace, type Place, type WebhookAccount } from './place.ts';

/** A check run as a webhook delivers it: what tells whether it is ours, and which run's. */
export interface WebhookCheckRun {
  readonly id: string;
  readonly nodeId: string;
  readonly url: string;
  readonly name: string;
  /** The commit that it stands on. */
  readonly sha: string;
  /** Null where its maker gave none. Ours is the proposal's hash. */
  readonly externalId: string | null;
  /** Id of the App that made it; only that App is told of a press. */
  readonly appId: string;
}

/** A button of a check run was pressed. A press has no id and no time of its own. */
export interface ButtonIncoming {
  readonly kind: 'button_pressed';
  readonly place: Place;
  readonly checkRun: WebhookCheckRun;
  readonly button: Button;
  readonly sender: WebhookAccount;
}

/** Someone asked for a check run to be run again. */
export interface RerequestIncoming {
  readonly kind: 'check_run_rerequested';
  readonly place: Place;
  readonly checkRun: WebhookCheckRun;
  readonly sender: WebhookAccount;
}

/** The actions of `check_run` that mean something. Everybody’s check runs are told of; most deliveries are of others. */
export const checkRunActions: readonly string[] = ['requested_action', 'rerequested'];

/** Reads a `check_run` delivery; null for one that means nothing, such as a button that is none of ours. */
export function readCheckRunIncoming(payload: JsonObject): ButtonIncoming | RerequestIncoming | null {
  const { action, installation, check_run: checkRunNow, requested_action: requested } = payload;
  if (typeof action !== 'string' || !checkRunActions.includes(action)) return null;
  const place = readPlace(installation, payload['repository']);
  const checkRun = readCheckRun(checkRunNow);
  const sender = readAccount(payload['sender']);
  if (place === null || checkRun === null || sender === null) return null;
  if (action === 'rerequested') return { kind: 'check_run_rerequested', place, checkRun, sender };
  const button = isJsonObject(requested) ? requested['identifier'] : null;
  return isButton(button) ? { kind: 'button_pressed', place, checkRun, button, sender } : null;
}

function readCheckRun(checkRun: JsonValue | undefined): WebhookCheckRun | null {
  if (!isJsonObject(checkRun) || !isJsonObject(checkRun['app'])) return null;
  const { node_id: nodeId, name, head_sha: sha, external_id: externalId, html_url, url } = checkRun;
  const [id, appId] = [readId(checkRun['id']), readId(checkRun['app']['id'])];
  const page = typeof html_url === 'string' ? html_url : url;
  if (id === null || appId === null || typeof nodeId !== 'string' || typeof name !== 'string') return null;
  if (typeof sha !== 'string' || typeof page !== 'string') return null;
  return {
    id,
    nodeId,
    url: page,
    name,
    sha,
    externalId: typeof externalId === 'string' ? externalId : null,
    appId,
  };
}
