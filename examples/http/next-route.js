import { bearerTokens, createHandler } from '@amelia/http'
import { fileStore } from '@amelia/node'

const { AMELIA_RUNS: dir, AMELIA_TOKEN: token } = process.env
const handler = createHandler({
  store: fileStore({ dir }),
  authenticate: bearerTokens({ [token]: 'operate' }),
  basePath: '/amelia',
})

/** Next must not answer from a cache. */
export const dynamic = 'force-dynamic'
export { handler as GET, handler as POST }
