import { type RunStatus, splitBatches } from '@amelia/core'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { planJson } from '../../document/plan-json.ts'
import { readPlanFile } from '../../document/read-plan-file.ts'
import type { McpContext } from './mcp-context.ts'
import { fields } from './fields.ts'
import { readLog } from './read-log.ts'
import { resolvePlan } from './resolve-plan.ts'
import { toolResult } from './tool-result.ts'
import { watchEvents } from './watch-events.ts'

const annotations = { readOnlyHint: true, openWorldHint: false }

/** Adds the tools that change nothing: check, runs, status, watch and logs. */
export const addReadTools = (server: McpServer, { client, host, repo }: McpContext): void => {
  server.registerTool(
    'check',
    {
      description: 'Checks a plan, and returns its phases, batches and issues. Executes nothing.',
      inputSchema: z.object({ plan: fields.plan, select: fields.select }),
      annotations,
    },
    ({ plan, select }) =>
      toolResult(async () => {
        const options = { repo, ...(select !== undefined && { select }) }
        return planJson(await readPlanFile(await resolvePlan(repo, plan), options, splitBatches))
      }),
  )

  server.registerTool(
    'runs',
    {
      description: 'Lists the runs of the repository, newest first.',
      inputSchema: z.object({
        status: z.array(z.string()).optional().describe('Only these statuses, such as running or waiting'),
        labels: z.record(z.string(), z.string()).optional().describe('Only runs with these labels'),
        limit: z.int().min(1).max(100).default(20),
      }),
      annotations,
    },
    ({ limit, status, labels }) =>
      toolResult(async () => ({
        runs: await client.listRuns({
          limit,
          ...(status && { status: status as RunStatus[] }),
          ...(labels && { labels }),
        }),
      })),
  )

  server.registerTool(
    'status',
    {
      description: 'Returns the state of a run: its phases, open questions, costs, and what phases wait for.',
      inputSchema: z.object({ runId: fields.runId }),
      annotations,
    },
    ({ runId }) => toolResult(() => client.readRun(runId)),
  )

  server.registerTool(
    'watch',
    {
      description: `Returns the events of a run after a sequence number, with its status and open questions.
Without new events it waits: until a question opens, the run ends, or waitSeconds are over.
Call it again with the returned seq while \`locked\` is true. Without a process, a run whose questions were
answered needs resume. Questions have to be answered by a person.`,
      inputSchema: z.object({
        runId: fields.runId,
        after: z.int().min(0).default(0).describe('The seq of the last result. 0: from the first event'),
        waitSeconds: z.int().min(0).max(50).default(20).describe('The longest wait for new events'),
      }),
      annotations,
    },
    (input, { mcpReq }) => toolResult(() => watchEvents(client, { ...input, signal: mcpReq.signal })),
  )

  server.registerTool(
    'logs',
    {
      description: 'Returns the end of the log of a run or a phase, with the output of its commands.',
      inputSchema: z.object({
        runId: fields.runId,
        phaseId: fields.phaseId.optional(),
        maxCharacters: z.int().min(1).max(200_000).default(20_000),
      }),
      annotations,
    },
    (input) => toolResult(() => readLog(client, host, input)),
  )
}
