import { needText } from '../core/action/permission-need.ts';
import { actionTypes } from '../core/action/types.ts';
import type { AppHost } from '../core/port/app-host.ts';
import type { Action } from '../core/proposal/proposal.ts';
import { hostError } from './host-error.ts';
import type { NewEvent } from './live-run.ts';

/**
 * What is told where the App may not do what is proposed: nothing is approved then, and nothing sent. No request
 * in the ordinary case; rejects where GitHub could not be asked.
 */
export async function permissionAlerts(host: AppHost, { type }: Action): Promise<readonly NewEvent[]> {
  const lacking = await host.lacking(actionTypes.get(type)?.needs ?? []);
  if (!lacking.ok) throw hostError('permissions', lacking.fault);
  if (lacking.value.length === 0) return [];
  const subject = needText(lacking.value);
  return [{ event: { type: 'alert.raised', data: { code: 'permission_missing', subject } } }];
}
