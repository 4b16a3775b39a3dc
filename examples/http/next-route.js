import { bearerTokens, createHandler } from '@amelia/http'
import { fileStore } from '@amelia/node'

let handler
/** The handler is created by the first request, because a build of Next has no secrets. */
const handle = (request) => {
  const { AMELIA_RUNS: dir, AMELIA_TOKEN: token } = process.env
  handler ??= createHandler({
    store: fileStore({ dir }),
    authenticate: bearerTokens({ [token]: 'operate' }),
    basePath: '/amelia',
  })
  return handler(request)
}

/** Next must not answer from a cache. */
export const dynamic = 'force-dynamic'
export { handle as GET, handle as POST }
