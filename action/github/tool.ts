import type { CallToolResult } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../lib/core/json/value.ts';
import { Unanswered, type Access } from './api.ts';
import { authorsKey } from './people.ts';

/** What a tool found, and the ids of whoever wrote it; none: nobody is known. */
export interface Found {
  readonly data: JsonObject;
  readonly authors: readonly string[];
}

/** More people than a receipt holds are not told in part: then nobody is known. */
const maxAuthors = 100;

/** What a tool answers: its structure, the same as text, and who wrote it. A failure is told in our own words alone. */
export async function answer(
  access: Access | null,
  work: (access: Access) => Promise<Found>,
): Promise<CallToolResult> {
  try {
    if (access === null) throw new Unanswered('Nothing was given to read GitHub with.');
    const { data, authors } = await work(access);
    const known = authors.length > 0 && authors.length <= maxAuthors;
    return {
      // Over several lines, since people read it so on the proposal's page.
      content: [{ type: 'text', text: JSON.stringify(data, null, 2) }],
      structuredContent: { ...data },
      ...(known ? { _meta: { [authorsKey]: [...authors] } } : {}),
    };
  } catch (error) {
    const text = error instanceof Unanswered ? error.message : 'GitHub could not be read.';
    return { content: [{ type: 'text', text }], isError: true };
  }
}
