import { bearerTokens, createHandler } from '@amelia/http'
import { nodeHost } from '@amelia/node'

let handler
/** The handler is created by the first request, because a build of Next has no secrets. */
const handle = (request) => {
  const { AMELIA_REPO: repo, AMELIA_TOKEN: token } = process.env
  handler ??= createHandler({
    host: nodeHost({ repo }),
    authenticate: bearerTokens({ [token]: 'operate' }),
    onError: (error) => console.error(error),
    basePath: '/amelia',
  })
  return handler(request)
}

/** Next must not answer from a cache. */
export const dynamic = 'force-dynamic'
export { handle as GET, handle as POST }
