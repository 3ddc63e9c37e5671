import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openapiSubset } from '../../tools/openapi.ts';
import { theJudge } from './judge.ts';
import { home, startScene } from './scene.ts';

const file = join(import.meta.dirname, 'openapi.json');
const judge = theJudge();

function problems(
  method: string,
  target: string,
  body?: Parameters<typeof judge.request>[2],
): readonly string[] {
  const url = new URL(target, 'http://localhost');
  const matched = judge.find(method, url.pathname);
  if (matched === null) throw new Error(`no operation for ${method} ${target}`);
  return judge.request(matched, url.searchParams, body);
}

describe('the committed part of GitHub’s description', () => {
  test('is what the generator writes, and small', () => {
    expect(readFileSync(file, 'utf8') === openapiSubset()).toBe(true);
    expect(statSync(file).size).toBeLessThan(265_000);
    expect(judge.operations.length).toBeGreaterThan(30);
  });

  test('the most literal route wins', () => {
    expect(judge.find('GET', '/repos/o/r/issues/comments')?.operation.route).toBe(
      '/repos/{owner}/{repo}/issues/comments',
    );
    expect(judge.find('GET', '/repos/o/r/issues/7')?.params).toEqual({
      owner: 'o',
      repo: 'r',
      issue_number: '7',
    });
  });

  test('a path member may hold slashes where GitHub allows it, and nowhere else', () => {
    expect(judge.find('GET', '/repos/o/r/contents/a/b%20c.md')?.params['path']).toBe('a/b c.md');
    expect(judge.find('GET', '/repos/o/r/commits/feature/x/check-runs')?.params['ref']).toBe('feature/x');
    expect(judge.find('GET', '/repos/o/r/issues/7/8')).toBe(null);
  });
});

describe('the judge of requests', () => {
  test('finds nothing wrong with a right request', () => {
    expect(problems('POST', '/repos/o/r/issues', { title: 't', body: 'b', labels: ['x'] })).toEqual([]);
    expect(problems('GET', '/repos/o/r/issues?state=open&per_page=100')).toEqual([]);
  });

  test('names a member that the operation does not have, at any depth', () => {
    expect(problems('POST', '/repos/o/r/issues', { title: 't', bodi: 'b' })).toEqual([
      'body/bodi: no such member',
    ]);
    const checkRun = { name: 'n', head_sha: 's', output: { title: 't', summary: 's', txt: '' } };
    expect(problems('POST', '/repos/o/r/check-runs', checkRun)).toEqual(['body/output/txt: no such member']);
  });

  test('names a query parameter that the operation does not have', () => {
    expect(problems('GET', '/repos/o/r/commits/main/check-runs?external_id=7')).toEqual([
      'query external_id: no such parameter',
    ]);
  });

  test('names a wrong value of an enumeration', () => {
    expect(problems('PATCH', '/repos/o/r/issues/1', { state: 'done' })).toEqual([
      'body/state must be equal to one of the allowed values ["open","closed"]',
    ]);
    expect(problems('GET', '/repos/o/r/issues?state=done')).toHaveLength(1);
  });

  test('asks for a required member and for a required body', () => {
    expect(problems('POST', '/repos/o/r/check-runs', { name: 'n' })).toContain(
      "body must have required property 'head_sha'",
    );
    expect(problems('POST', '/repos/o/r/issues/1/comments')).toEqual(['body: missing']);
  });

  test('casts numbers in paths, and refuses what is none', () => {
    expect(problems('GET', '/repos/o/r/issues/x')).toEqual(['path issue_number must be integer']);
  });

  test('refuses a body where none is taken', () => {
    expect(problems('GET', '/repos/o/r/issues/1', {})).toEqual(['body: this operation takes none']);
  });

  test('refuses an update that completes without a conclusion', () => {
    expect(problems('PATCH', '/repos/o/r/check-runs/1', { status: 'completed' }).length).toBeGreaterThan(0);
  });
});

describe('the judge of answers', () => {
  const issues = judge.find('GET', '/repos/o/r/issues')?.operation;
  if (issues === undefined) throw new Error('no operation');

  test('finds a missing member, a foreign member and a status that is not described', () => {
    expect(judge.response(issues, 200, [{ id: 1 }]).length).toBeGreaterThan(10);
    expect(judge.response(issues, 404, { message: 'm', foo: 1 })).toEqual(['answer/foo: no such member']);
    expect(judge.response(issues, 201, [])).toEqual(['status 201: not described']);
  });
});

describe('the judge of payloads', () => {
  test('finds a missing member and a foreign one, and lets events pass that are not in our part', () => {
    const found = judge.payload('issue_comment', 'created', { action: 'created', foo: 1 });
    expect(found).toContain("issue_comment.created must have required property 'comment'");
    expect(found).toContain('issue_comment.created/foo: no such member');
    expect(judge.payload('push', 'none', {})).toEqual([]);
  });

  test('keep the fake honest: what it sent against the description, its end tells', async () => {
    const scene = await startScene({ events: ['issues', 'no_such_event'] });
    scene.fake.world.listen('countersign', 'http://127.0.0.1:9/');
    await scene.asApp.issues.create({ ...home, title: 'T' });
    await expect(scene.fake.close()).rejects.toThrow(
      'issues.opened/issue/performed_via_github_app/events/1 must be equal to one of the allowed values',
    );
  });
});
