import type { JsonObject } from '../json/value.ts';
import type { Action } from '../proposal/proposal.ts';
import type { RefusalCode } from '../refusal.ts';
import type { Result } from '../result.ts';
import type { Effect } from '../run/advance.ts';
import type { HostFault } from './runner-host.ts';

/** How one action type is found, performed and read back at GitHub. The meaning of its fields is in `core/action/`. */
export interface EffectAdapter {
  readonly type: string;
  /**
   * The effect of this action among objects that *our App* made, newest first back to `since`, by
   * listing. It may miss one of the last seconds; it never reports one that is not there.
   */
  find(question: {
    readonly action: Action;
    readonly marker: string;
    readonly since: string;
  }): Promise<Result<Effect | null, HostFault>>;
  /**
   * Whether the target can take the action as far as can be told before anything is sent: null, or why not.
   * Left out where only the write itself tells.
   */
  readonly prepare?: (question: {
    readonly action: Action;
  }) => Promise<Result<RefusalCode | null, HostFault>>;
  /**
   * Sends the write once. A fault with `refused` means that GitHub definitely did not do it; without a
   * status, that nothing was sent. `confirm` is asked after the client's throttle slot was taken and right
   * before the request leaves: when it says no, nothing is sent. What it throws, `perform` rejects with.
   */
  perform(order: {
    readonly action: Action;
    readonly marker: string;
    readonly confirm?: () => Promise<boolean>;
  }): Promise<Result<Effect & { readonly status: number }, HostFault>>;
  /**
   * Reads the result by a separate, uncached request, as the fields that the action type expects. Null: what
   * was started goes on, and is to be asked for again later.
   */
  readBack(question: {
    readonly action: Action;
    readonly marker: string;
    readonly effect: Effect;
  }): Promise<Result<JsonObject | null, HostFault>>;
}

/** The effect adapters that there are, by action type and installation. */
export interface EffectAdapters {
  /** The adapter for a type in an installation, or null for a type without one. */
  of(question: { readonly type: string; readonly installation: string }): Promise<EffectAdapter | null>;
}
