import { issueComment } from './issue-comment.ts';
import { issueCreate } from './issue-create.ts';
import { issueLabel } from './issue-label.ts';
import { pullMerge } from './pull-merge.ts';
import type { ActionType } from './type.ts';
import { workflowDispatch } from './workflow-dispatch.ts';

/** Every action type by name. A type that is not listed is refused. */
export const actionTypes: ReadonlyMap<string, ActionType> = new Map(
  [issueCreate, issueComment, issueLabel, pullMerge, workflowDispatch].map((type) => [type.type, type]),
);
