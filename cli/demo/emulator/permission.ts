import type { JsonObject } from '../../../lib/core/json/value.ts';
import { objectAt } from '../json.ts';
import { people, reaches, roleOf, roles, type Role } from './cast.ts';
import { fault, type Answer } from './exchange.ts';
import type { Upstream } from './upstream.ts';

/** `collaborators/{user}/permission` in its real shape; the emulator's says pull and push. */
export async function permissionAnswer(emulator: Upstream, login: string): Promise<Answer> {
  const user = await emulator.read(`/users/${encodeURIComponent(login)}`);
  if (user === null) return fault(404, 'Not Found');
  // An App's bot has no collaborator's right.
  const role = login.endsWith('[bot]') ? 'none' : roleOf(login);
  return {
    status: 200,
    body: {
      permission: permissionWord(role),
      role_name: role,
      user: { ...objectAt(user), permissions: permissions(role), role_name: role },
    },
  };
}

/** `collaborators`: people with a grant of their own, or at least one permission. */
export async function collaboratorsAnswer(emulator: Upstream, query: URLSearchParams): Promise<Answer> {
  const least = leastRole(query.get('permission'));
  const granted = Object.values(people).filter(({ role }) => role !== 'read' && reaches(role, least));
  const list = await Promise.all(
    granted.map(async ({ login, role }) => ({
      ...objectAt(await emulator.read(`/users/${login}`)),
      permissions: permissions(role),
      role_name: role,
    })),
  );
  return { status: 200, body: Number(query.get('page') ?? '1') === 1 ? list : [] };
}

function permissions(role: Role): JsonObject {
  return {
    pull: reaches(role, 'read'),
    triage: reaches(role, 'triage'),
    push: reaches(role, 'write'),
    maintain: reaches(role, 'maintain'),
    admin: reaches(role, 'admin'),
  };
}

/** GitHub's older word: maintain counts as write, triage as read. */
function permissionWord(role: Role): string {
  switch (role) {
    case 'admin':
    case 'write':
    case 'read':
    case 'none':
      return role;
    case 'maintain':
      return 'write';
    case 'triage':
      return 'read';
  }
}

/** The query's word for the least right that is asked for. */
function leastRole(permission: string | null): Role {
  if (permission === 'push') return 'write';
  return roles.find((role) => role === permission) ?? 'read';
}
