import { issueCreate } from './issue-create.ts';
import type { ActionType } from './type.ts';
import { workflowDispatch } from './workflow-dispatch.ts';

/** Every action type by name. A type that is not listed is refused. */
export const actionTypes: ReadonlyMap<string, ActionType> = new Map(
  [issueCreate, workflowDispatch].map((type) => [type.type, type]),
);
