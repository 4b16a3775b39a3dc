import { getRequestListener } from '@hono/node-server'
import { bearerTokens, createHandler } from '@amelia/http'
import express from 'express'

/** Creates an Express app that serves the runs of a host below `/amelia`, and its own pages beside it. */
export const createApp = ({ host, token }) => {
  const authenticate = bearerTokens({ [token]: 'operate' })
  const onError = (error) => console.error(error)
  // Express removes `/amelia` from the path, so the handler has no `basePath`.
  const handler = createHandler({ host, authenticate, onError })
  return express()
    .get('/', (_request, response) => response.send('Runs are at /amelia/v1/runs.'))
    .use('/amelia', getRequestListener(handler))
}
