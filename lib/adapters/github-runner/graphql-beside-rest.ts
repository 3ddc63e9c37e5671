import type { Octokit } from '@octokit/rest';
import { graphqlBase } from '../../core/host/host.ts';

/** Makes a client send `POST /graphql` where the host answers it: on an Enterprise Server below another prefix than REST. */
export function graphqlBesideRest({ hook }: Pick<Octokit, 'hook'>): void {
  hook.before('request', (options) => {
    // The base stays as it is: the client asks for its tokens there, within this very request.
    const base = graphqlBase(options.baseUrl);
    if (options.url === '/graphql' && base !== options.baseUrl) options.url = `${base}/graphql`;
  });
}
