import type { Answer, GitHubClient, RequestParameters } from './client.ts';
import { askDirectly } from './direct.ts';

/**
 * A client for whoever only reads and brings questions of its own: they go over the line, and in the client's way
 * where that does not come through. Throws what GitHub refused, with its `response`.
 */
export function reading(client: GitHubClient): {
  request(route: string, parameters: RequestParameters): Promise<Answer>;
} {
  return {
    async request(route, parameters) {
      const { headers = {}, request: _, ...question } = parameters;
      return (await askDirectly(client.line, route, question, headers)) ?? client.request(route, parameters);
    },
  };
}
