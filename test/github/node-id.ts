/** Global node ids: opaque to clients, readable to us. */
export type NodeType =
  | 'App'
  | 'Bot'
  | 'CheckRun'
  | 'CheckSuite'
  | 'Commit'
  | 'Deployment'
  | 'DeploymentStatus'
  | 'Installation'
  | 'Issue'
  | 'IssueComment'
  | 'Label'
  | 'Organization'
  | 'Repository'
  | 'Team'
  | 'User'
  | 'WorkflowRun';

const prefixes: Readonly<Record<NodeType, string>> = {
  App: 'A',
  Bot: 'BOT',
  CheckRun: 'CR',
  CheckSuite: 'CS',
  Commit: 'C',
  Deployment: 'DE',
  DeploymentStatus: 'DES',
  Installation: 'MDIzOk',
  Issue: 'I',
  IssueComment: 'IC',
  Label: 'LA',
  Organization: 'O',
  Repository: 'R',
  Team: 'T',
  User: 'U',
  WorkflowRun: 'WFR',
};

export function nodeId(type: NodeType, id: number | string): string {
  return `${prefixes[type]}_kwDO${Buffer.from(String(id)).toString('base64url')}`;
}

/** Type and number behind a node id, or null for one that is not ours. */
export function readNodeId(text: string): { readonly type: string; readonly id: number } | null {
  const [, prefix, packed] = /^([A-Z]+)_kwDO([\w-]+)$/.exec(text) ?? [];
  const type = Object.entries(prefixes).find(([, given]) => given === prefix)?.[0];
  const id = Number(Buffer.from(packed ?? '', 'base64url').toString());
  return type === undefined || !Number.isSafeInteger(id) ? null : { type, id };
}
