import { serve } from '@hono/node-server'
import { bearerTokens, createHandler } from '@amelia/http'
import { nodeHost } from '@amelia/node'

/** Serves the runs of a repository in Node. Requests need the token. Resolves with the server. */
export const serveRuns = ({ repo, token, port = 4000 }) => {
  const handler = createHandler({
    host: nodeHost({ repo }),
    authenticate: bearerTokens({ [token]: 'operate' }),
    onError: (error) => console.error(error),
  })
  return new Promise((resolve) => {
    const server = serve({ fetch: handler, hostname: '127.0.0.1', port }, () => resolve(server))
  })
}
