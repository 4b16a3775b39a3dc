import { bearerTokens, createHandler } from '@amelia/http'
import { Hono } from 'hono'

/** Creates an app that serves the runs of a store below `/amelia`, and its own pages beside it. */
export const createApp = ({ store, token }) => {
  const authenticate = bearerTokens({ [token]: 'operate' })
  const handler = createHandler({ store, authenticate, basePath: '/amelia' })
  return new Hono()
    .get('/', (context) => context.text('Runs are at /amelia/v1/runs.'))
    .all('/amelia/*', (context) => handler(context.req.raw))
}
