import { readPlan } from '@amelia/core'
import { bearerTokens, createHandler, resumeRuns } from '@amelia/http'
import { nodeHost } from '@amelia/node'
import { taskHeading } from '@amelia/parser-task-heading'
import { serve } from '@hono/node-server'

/**
 * Serves the runs of a repository: it starts plans, keeps their questions until somebody answers, and first
 * resumes the runs of its last process. Resolves with the server and the runs that it resumed.
 *
 * @param {{
 *   repo: string,
 *   token: string,
 *   driver: import('@amelia/core').DriverV1,
 *   verify?: Record<string, string[]>,
 *   port?: number,
 * }} options
 */
export const serveRepository = async ({ repo, token, driver, verify = {}, port = 4000 }) => {
  const host = nodeHost({ repo })
  const resume = ({ runId }) => ({ host, runId, driver })
  const handler = createHandler({
    host,
    authenticate: bearerTokens({ [token]: 'start' }),
    allowStart: ({ plan }) => ({
      plan: readPlan(plan, { parsers: [taskHeading()] }),
      host,
      driver,
      verify,
    }),
    allowResume: resume,
    // An answer continues its run, even if no process runs it.
    resumeOnAnswer: true,
  })
  const resumed = await resumeRuns({ host, resume })
  return new Promise((resolve) => {
    const server = serve({ fetch: handler, hostname: '127.0.0.1', port }, () => resolve({ server, resumed }))
  })
}
