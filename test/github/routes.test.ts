import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scene, home, homeName, startScene, statusOf } from './scene.ts';
import { theJudge } from './judge.ts';

/** Each operation of our part, asked once: the answer is valid, or the fake's own `close` rejects. */
let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
  scene.fake.world.listen('countersign', 'http://127.0.0.1:9/');
});
afterAll(async () => {
  expect(scene.fake.violations).toEqual([]);
  await scene.fake.close();
});

test('every operation of our part has a route, and answers as it is described', async () => {
  const { asApp: app, asJwt: jwt, fake, repository } = scene;
  const dana = scene.client(fake.world.token('dana'));
  const run = fake.world.actionsRun({
    repository: homeName,
    path: '.github/workflows/countersign.yml',
    actor: 'dana',
  });
  fake.world.permit({
    installation: scene.installation,
    permissions: {
      ...scene.permissions,
      members: 'read',
      deployments: 'read',
      vulnerability_alerts: 'read',
    },
  });
  fake.world.team({ team: 'acme/sre', members: ['kim'] });
  const team = { org: 'acme', team_slug: 'sre' };
  const { data: issue } = await app.issues.create({ ...home, title: 'T', labels: ['a'] });
  const at = { ...home, issue_number: issue.number };
  const { data: comment } = await app.issues.createComment({ ...at, body: 'x' });
  const of = { ...home, comment_id: comment.id };
  const { data: check } = await app.checks.create({ ...home, name: 'n', head_sha: repository.headSha });
  const check_run_id = check.id;
  await fake.hooks.idle();
  const [delivery] = (await jwt.apps.listWebhookDeliveries({ per_page: 1 })).data;
  const delivery_id = delivery?.id ?? 0;
  const workflow_id = 'countersign.yml';
  fake.world.commit({ repository: homeName, path: 'a.txt', text: 'a', branch: 'fix' });
  const pull_number = fake.world.pull({ repository: homeName, head: 'fix', author: 'dana' });
  const pull = { ...home, pull_number };
  fake.world.deployment({
    repository: homeName,
    environment: 'production',
    sha: repository.headSha,
    creator: 'dana',
    states: ['pending', 'success'],
  });
  const { data: deployed } = await app.repos.listDeployments({ ...home, environment: 'production' });
  const deployment = { ...home, deployment_id: deployed[0]?.id ?? 0 };
  expect((await app.repos.listDeploymentStatuses(deployment)).data.map(({ state }) => state)).toEqual([
    'success',
    'pending',
  ]);
  fake.world.jobs({
    repository: homeName,
    run: run.id,
    attempt: 1,
    jobs: [{ name: 'test', conclusion: 'failure', steps: [{ name: 'npm test', conclusion: 'failure' }] }],
  });
  fake.world.dependabotAlert({
    repository: homeName,
    package: 'left-pad',
    ecosystem: 'npm',
    manifest: 'package-lock.json',
    severity: 'high',
    ghsa: 'GHSA-aaaa-bbbb-cccc',
    summary: 'It pads to the left',
    vulnerable: '< 2.0.0',
    patched: '2.0.0',
  });
  const attempt = { ...home, run_id: run.id, attempt_number: 1 };
  const statuses = [
    await statusOf(app.actions.listJobsForWorkflowRun({ ...home, run_id: run.id })),
    await statusOf(app.actions.listJobsForWorkflowRunAttempt(attempt)),
    await statusOf(app.dependabot.listAlertsForRepo({ ...home, severity: 'high' })),
    await statusOf(dana.pulls.get(pull)),
    await statusOf(dana.pulls.merge(pull)),
    await statusOf(jwt.apps.getAuthenticated()),
    await statusOf(jwt.apps.getWebhookDelivery({ delivery_id })),
    await statusOf(jwt.apps.redeliverWebhookDelivery({ delivery_id })),
    await statusOf(jwt.apps.listInstallations()),
    await statusOf(jwt.apps.getInstallation({ installation_id: scene.installation })),
    await statusOf(app.apps.listReposAccessibleToInstallation()),
    await statusOf(jwt.apps.getRepoInstallation(home)),
    await statusOf(app.repos.get(home)),
    await statusOf(app.actions.getWorkflowRun({ ...home, run_id: run.id })),
    await statusOf(app.actions.listWorkflowRuns({ ...home, workflow_id })),
    await statusOf(dana.actions.createWorkflowDispatch({ ...home, workflow_id, ref: 'main' })),
    await statusOf(app.checks.get({ ...home, check_run_id })),
    await statusOf(app.checks.update({ ...home, check_run_id, status: 'in_progress' })),
    await statusOf(app.checks.update({ ...home, check_run_id, conclusion: 'neutral' })),
    await statusOf(app.checks.rerequestRun({ ...home, check_run_id })),
    await statusOf(app.teams.getByName(team)),
    await statusOf(app.teams.listMembersInOrg(team)),
    await statusOf(app.teams.getMembershipForUserInOrg({ ...team, username: 'kim' })),
    await statusOf(app.checks.listForRef({ ...home, ref: 'main' })),
    await statusOf(app.repos.listCollaborators(home)),
    await statusOf(app.repos.getCollaboratorPermissionLevel({ ...home, username: 'kim' })),
    await statusOf(app.repos.getCommit({ ...home, ref: 'main' })),
    await statusOf(app.repos.compareCommitsWithBasehead({ ...home, basehead: 'main...main' })),
    await statusOf(app.repos.getContent({ ...home, path: 'README.md' })),
    await statusOf(app.repos.getContent({ ...home, path: 'docs' })),
    await statusOf(app.issues.listForRepo(home)),
    await statusOf(app.issues.listCommentsForRepo(home)),
    await statusOf(app.issues.getComment(of)),
    await statusOf(app.issues.updateComment({ ...of, body: 'y' })),
    await statusOf(app.issues.deleteComment(of)),
    await statusOf(app.issues.get(at)),
    await statusOf(app.issues.update({ ...at, state: 'closed' })),
    await statusOf(app.issues.listComments(at)),
    await statusOf(app.issues.listLabelsOnIssue(at)),
    await statusOf(app.issues.addLabels({ ...at, labels: ['b'] })),
    await statusOf(app.issues.setLabels({ ...at, labels: ['c'] })),
    await statusOf(app.issues.removeLabel({ ...at, name: 'c' })),
    await statusOf(app.issues.lock(at)),
    await statusOf(app.issues.unlock(at)),
    await statusOf(app.users.getByUsername({ username: 'kim' })),
  ];
  expect(statuses.filter((status) => status >= 300)).toEqual([]);
  const asked = new Set(fake.requests.map(({ method, route }) => `${method} ${route}`));
  const described = theJudge().operations.map(({ method, route }) => `${method} ${route}`);
  expect(described.filter((operation) => !asked.has(operation))).toEqual([]);
  expect(described.length).toBeGreaterThan(30);
});

test('a file’s raw text is given to who asks for it', async () => {
  const mediaType = { format: 'raw' };
  const { data } = await scene.asApp.repos.getContent({ ...home, path: 'docs/runbook.md', mediaType });
  expect(data).toBe('Restart it.\n');
});

test('a commit changes what a file says, and both commits can be compared', async () => {
  const before = scene.fake.world.repositoryNow(homeName).headSha;
  const after = scene.fake.world.commit({ repository: homeName, path: 'docs/runbook.md', text: 'Do not.\n' });
  const { data } = await scene.asApp.repos.compareCommitsWithBasehead({
    ...home,
    basehead: `${before}...${after}`,
  });
  expect(data).toMatchObject({ status: 'ahead', ahead_by: 1, behind_by: 0 });
  scene.fake.world.commit({ repository: homeName, path: 'docs/runbook.md', text: null });
  expect(await statusOf(scene.asApp.repos.getContent({ ...home, path: 'docs/runbook.md' }))).toBe(404);
});
