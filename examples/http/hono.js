import { bearerTokens, createHandler } from '@amelia/http'
import { Hono } from 'hono'

/** Creates an app that serves the runs of a host below `/amelia`, and its own pages beside it. */
export const createApp = ({ host, token }) => {
  const authenticate = bearerTokens({ [token]: 'operate' })
  const onError = (error) => console.error(error)
  const handler = createHandler({ host, authenticate, onError, basePath: '/amelia' })
  return new Hono()
    .get('/', (context) => context.text('Runs are at /amelia/v1/runs.'))
    .all('/amelia/*', (context) => handler(context.req.raw))
}
