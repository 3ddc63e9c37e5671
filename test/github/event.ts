import type { JsonNode } from './description.ts';

/** Something that happened in a repository, as the webhooks tell it. */
export interface HookEvent {
  readonly event:
    | 'issues'
    | 'issue_comment'
    | 'check_run'
    | 'push'
    | 'repository'
    | 'installation_repositories';
  /** Null for a push, which has none. */
  readonly action: string | null;
  readonly repositoryId: number;
  readonly senderId: number;
  /** The members beside action, repository, sender and installation. Shapes as of when it happened. */
  readonly members: JsonNode;
  /** Only this App hears of it. */
  readonly onlyApp?: number;
  /** Only this installation hears of it, whatever the App subscribed to; it is told with no repository of its own. */
  readonly onlyInstallation?: number;
}
