import { readPlan } from '@amelia/core'
import { bearerTokens, createHandler, resumeRuns } from '@amelia/http'
import { nodeHost } from '@amelia/node'
import { phaseTable } from '@amelia/parser-phase-table'
import { serve } from '@hono/node-server'

const token = process.env.AMELIA_TOKEN ?? ''
if (token.length < 16) {
  console.error('Set AMELIA_TOKEN to at least 16 random characters.')
  process.exit(2)
}

const host = nodeHost({ repo: '.' })
const options = { host }

// Whoever has the token can execute anything on this machine.
const handler = createHandler({
  host,
  authenticate: bearerTokens({ [token]: 'start' }),
  allowStart: ({ plan }) => ({ ...options, plan: readPlan(plan, { parsers: [phaseTable()] }) }),
  allowResume: ({ runId }) => ({ ...options, runId }),
  resumeOnAnswer: true,
})
await resumeRuns({ host, resume: ({ runId }) => ({ ...options, runId }) })
serve({ fetch: handler, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 4000) }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
)
