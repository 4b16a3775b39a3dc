import { gateChoices, type ControlCommand } from '@amelia/core'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { usageError } from '../../terminal/usage-error.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { type DetachedRun, spawnDetached } from '../detach/start-detached.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { fields } from './fields.ts'
import type { McpContext } from './mcp-context.ts'
import { resolvePlan } from './resolve-plan.ts'
import { toolResult } from './tool-result.ts'
import { untilReleased } from './until-released.ts'

/**
 * Adds the tools that start runs and act on them. Each fails, and names the flag that is missing, unless the
 * person who registered the server allowed it.
 */
export const addControlTools = (server: McpServer, context: McpContext): void => {
  const { client, repo, database, runFlags, allowStart, allowAnswer } = context
  const place = { repo, database }

  server.registerTool(
    'start',
    {
      description: `Starts a plan in the background, and returns the id of the run. Check the plan first.
This executes the commands of the plan and lets agents change code, on separate branches.
Needs a server that was started with --allow-start.`,
      inputSchema: z.object({
        plan: fields.plan,
        select: fields.select,
        only: z.array(fields.phaseId).optional().describe('Runs only these phases of the plan'),
        acceptSkipped: z
          .boolean()
          .optional()
          .describe(
            'Runs the plan without work that was not read: only if the user saw its lines and agrees',
          ),
      }),
      annotations: { destructiveHint: false, idempotentHint: false },
    },
    ({ plan, select, only = [], acceptSkipped = false }) =>
      toolResult(async () => {
        if (!allowStart) throw notAllowed('start runs', '--allow-start')
        const path = await resolvePlan(repo, plan)
        const phases = only.map((id) => `--only=${id}`)
        const part = select === undefined ? [] : [`--select=${select}`]
        const accepted = acceptSkipped ? ['--accept-skipped'] : []
        return background(place, ['run', path, '--repo', repo, ...runFlags, ...accepted, ...part, ...phases])
      }),
  )

  server.registerTool(
    'resume',
    {
      description: `Resumes a run in the background where it stopped, and applies the answers given since then.
Needs a server that was started with --allow-start.`,
      inputSchema: z.object({ runId: fields.runId }),
      annotations: { destructiveHint: false, idempotentHint: false },
    },
    ({ runId }) =>
      toolResult(async () => {
        if (!allowStart) throw notAllowed('resume runs', '--allow-start')
        const { canGoOn, locked, condition } = await untilReleased(context, runId)
        if (locked) throw usageError(`A process is running ${runId}.`, 'Call watch.')
        if (!canGoOn) throw usageError(`Run ${runId} has ended: ${condition.status}.`)
        const { again } = await readConfigFlags(repo, runId)
        return background(place, ['resume', runId, '--repo', repo, ...again])
      }),
  )

  server.registerTool(
    'answer',
    {
      description: `Passes a person's answer to an open question of a run.
A person has to decide: show the user the question, its details and its choices, and call this only with the
answer that the user gave. Never choose an answer yourself. If the outcome is \`kept\`, call resume to apply it.
Needs a server that was started with --allow-answer.`,
      inputSchema: z.object({
        runId: fields.runId,
        gateId: z.string().min(1).describe('The id of the question, from watch or status'),
        choice: z.enum(gateChoices).describe('One of the choices of the question'),
        feedback: z
          .string()
          .optional()
          .describe('With send-back or fix: the change to make; else the reason'),
        scope: z
          .enum(['run', 'batch'])
          .optional()
          .describe('With abort-revert: the work to revert; by default the batch'),
        phaseIds: z
          .array(fields.phaseId)
          .optional()
          .describe('With approve or send-back, about several phases: those it is for; by default all'),
        amount: z
          .object({ tokens: z.number().optional(), usd: z.number().optional() })
          .optional()
          .describe('With approve, about a budget: how much more to allow'),
      }),
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    ({ runId, ...answer }) =>
      toolResult(() => {
        if (!allowAnswer) throw notAllowed('answer questions', '--allow-answer')
        return client.send(runId, { type: 'answer', ...answer } as ControlCommand)
      }),
  )

  const operate = (what: string): void => {
    if (!allowStart && !allowAnswer) throw notAllowed(what, '--allow-start or --allow-answer')
  }

  server.registerTool(
    'cancel',
    {
      description: `Stops a run, or one of its phases. A stopped run can be resumed with amelia resume.
Needs a server that was started with --allow-start or --allow-answer.`,
      inputSchema: z.object({
        runId: fields.runId,
        phaseId: fields.phaseId.optional(),
        drain: z.boolean().default(false).describe('Lets running phases finish, and starts no others'),
      }),
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    ({ runId, phaseId, drain }) =>
      toolResult(async () => {
        operate('stop runs')
        if (drain && phaseId !== undefined) throw usageError('`drain` applies to the run: omit `phaseId`.')
        return client.send(runId, drain ? { type: 'drain' } : { type: 'cancel', phaseId })
      }),
  )

  server.registerTool(
    'steer',
    {
      description: `Sends guidance to the agent of a phase: now if it can take it, else at its next session.
Needs a server that was started with --allow-start or --allow-answer.`,
      inputSchema: z.object({
        runId: fields.runId,
        phaseId: fields.phaseId,
        text: z.string().min(1).max(10_000),
      }),
      annotations: { destructiveHint: false, idempotentHint: false },
    },
    ({ runId, phaseId, text }) =>
      toolResult(async () => {
        operate('steer agents')
        return client.send(runId, { type: 'steer', phaseId, text })
      }),
  )
}

/** Starts a process of the command line, and throws its output if the run does not start. */
const background = async (place: RunPlace, argv: readonly string[]): Promise<DetachedRun> => {
  const outcome = await spawnDetached(place, argv)
  if (!('code' in outcome)) return outcome
  throw usageError(
    `The run did not start.\n${outcome.output.trim()}`,
    outcome.output.includes('--accept-skipped')
      ? 'Show the user these lines. If the user accepts that they do not run, pass acceptSkipped.'
      : 'Flags of amelia run are set where the server is registered: amelia mcp --allow-start -- FLAGS',
  )
}

const notAllowed = (what: string, flag: string): Error =>
  usageError(
    `This server may not ${what}.`,
    `The user can allow it by registering the server as: amelia mcp ${flag}`,
  )
