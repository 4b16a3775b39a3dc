import { getRequestListener } from '@hono/node-server'
import { bearerTokens, createHandler } from '@amelia/http'
import express from 'express'

/** Creates an Express app that serves the runs of a store below `/amelia`, and its own pages beside it. */
export const createApp = ({ store, token }) => {
  const authenticate = bearerTokens({ [token]: 'operate' })
  // Express removes `/amelia` from the path, so the handler has no `basePath`.
  const handler = createHandler({ store, authenticate })
  return express()
    .get('/', (_request, response) => response.send('Runs are at /amelia/v1/runs.'))
    .use('/amelia', getRequestListener(handler))
}
