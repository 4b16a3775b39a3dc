import { gateChoices, settingValues } from '@amelia/core'
import * as z from 'zod/mini'

const runId = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/))
const name = z.string().check(z.minLength(1), z.maxLength(1_000))
const count = z.int().check(z.nonnegative())
const amount = z.optional(z.number().check(z.positive()))

const condition = z.object({
  state: z.enum(['running', 'draining', 'waiting', 'interrupted', 'ended', 'unknown']),
  status: z.string(),
  sentence: z.string(),
})

const range = z.object({ least: z.number(), most: z.number() })

/** The settings that a start may choose. */
const settings = {
  trust: z.optional(z.enum(settingValues.trust)),
  agent: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/))),
  model: z.optional(name),
  test: z.optional(name),
  concurrency: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
  budgetUsd: amount,
}

/** The bodies of requests and responses. Long ones list their main properties. */
export const bodies = {
  Runs: z.object({
    runs: z.array(
      z.looseObject({
        runId,
        status: z.string(),
        labels: z.record(z.string(), z.string()),
        condition: z.optional(condition),
        updatedAt: z.string(),
        locked: z.boolean(),
        canGoOn: z.boolean(),
        title: z.optional(z.string()),
        phases: z.optional(z.object({ done: count, all: count })),
        gates: z.optional(count),
      }),
    ),
    next: z.optional(z.string()),
  }),
  Run: z.object({
    runId,
    seq: count,
    condition,
    canGoOn: z.boolean(),
    locked: z.boolean(),
    report: z.looseObject({
      runId,
      goal: z.string(),
      status: z.string(),
      target: z.string(),
      phases: z.array(
        z.looseObject({ id: z.string(), title: z.string(), status: z.string(), attempt: count }),
      ),
      gates: z.array(
        z.looseObject({
          id: z.string(),
          kind: z.enum(['plan', 'checkpoint', 'blocker']),
          phaseIds: z.array(z.string()),
          question: z.string(),
          details: z.array(z.string()),
          suggestions: z.array(z.string()),
          choices: z.array(z.enum(gateChoices)),
        }),
      ),
    }),
    waits: z.array(z.looseObject({ phaseId: z.string(), reason: z.string(), sentence: z.string() })),
  }),
  Command: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('answer'),
      gateId: name,
      choice: z.enum(gateChoices),
      feedback: z.optional(z.string().check(z.maxLength(20_000))),
      scope: z.optional(z.enum(['run', 'batch'])),
      amount: z.optional(z.strictObject({ tokens: amount, usd: amount, wallMs: amount, sessions: amount })),
    }),
    z.strictObject({ type: z.literal('cancel'), phaseId: z.optional(name), stepId: z.optional(name) }),
    z.strictObject({ type: z.literal('drain') }),
    z.strictObject({
      type: z.literal('steer'),
      phaseId: name,
      text: z.string().check(z.maxLength(10_000)),
    }),
  ]),
  SendResult: z.object({
    id: z.optional(z.string()),
    outcome: z.enum(['taken', 'repeated', 'kept']),
    locked: z.boolean(),
  }),
  Plan: z.strictObject({
    plan: z.string(),
    runId: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/))),
    select: z.optional(z.string()),
    acceptSkipped: z.optional(z.boolean()),
    ...settings,
  }),
  Choices: z.object({
    plans: z.array(
      z.object({
        path: z.string(),
        title: z.optional(z.string()),
        ...{ phases: count, errors: count, warnings: count },
      }),
    ),
    agents: z.array(
      z.object({
        name: z.string(),
        isInstalled: z.boolean(),
        isReady: z.boolean(),
        login: z.optional(z.string()),
        hint: z.optional(z.string()),
      }),
    ),
    settings: z.object(settings),
    suggested: z.object(settings),
    fixed: z.array(z.string()),
    earlier: z.optional(z.object({ runs: count, tokens: range, usd: z.nullable(range), minutes: range })),
  }),
  PlanText: z.object({ text: z.string() }),
  CheckRequest: z.strictObject({ plan: z.string(), select: z.optional(z.string()) }),
  Checked: z.looseObject({}),
  Nothing: z.strictObject({}),
  Access: z.object({
    access: z.enum(['read', 'operate', 'start']),
    canStart: z.boolean(),
    canResume: z.boolean(),
    canRevert: z.boolean(),
    canCheck: z.boolean(),
  }),
  Phase: z.looseObject({
    dependsOn: z.array(z.string()),
    prompt: z.optional(z.string()),
    transcripts: z.array(
      z.looseObject({ attempt: count, session: count, role: z.string(), name: z.string() }),
    ),
    changes: z.optional(z.array(z.looseObject({ path: z.string(), status: z.string() }))),
    summary: z.optional(z.string()),
  }),
  Transcript: z.object({ text: z.string() }),
  Diff: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        status: z.enum(['added', 'modified', 'deleted']),
        added: count,
        deleted: count,
        hunks: z.optional(
          z.array(
            z.object({
              ...{ oldStart: count, oldLines: count, newStart: count, newLines: count },
              lines: z.array(z.string()),
            }),
          ),
        ),
        omitted: z.optional(z.enum(['binary', 'too-large'])),
      }),
    ),
  }),
  Reverted: z.object({ reverted: z.boolean(), note: z.optional(z.string()) }),
  Started: z.object({ runId }),
  Error: z.object({
    error: z.object({ code: z.string(), message: z.string(), details: z.looseObject({}) }),
  }),
}

type Body = keyof typeof bodies

const json = (body: Body) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${body}` } },
})

const responses = (status: number, description: string, body: Body, ...errors: number[]) => ({
  [status]: { description, content: json(body) },
  ...Object.fromEntries(
    [401, 403, 421, ...errors].map((code) => [code, { description: reasons[code], content: json('Error') }]),
  ),
})

const reasons: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The credentials are missing or invalid.',
  403: 'The caller, or the origin of the page, may not do this.',
  404: 'The run or the gate does not exist.',
  409: 'The run or the gate is in another state.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  421: 'The server does not answer under this host name.',
  422: 'The plan is not valid.',
  503: 'The server is busy, or its store failed. Retry later.',
}

const pathOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const inPath = pathOf('runId')
const inQuery = (parameter: string, description: string, schema: object, required = false) => ({
  name: parameter,
  in: 'query',
  required,
  description,
  schema,
})
const text = { type: 'string' }
const progress = inQuery('progress', 'Whether to send the progress of sessions too.', { type: 'boolean' })
const views = inQuery('views', 'Whether to send the view of each run and its changes too.', {
  type: 'boolean',
})
const after = inQuery('after', 'The id of the last known message, instead of Last-Event-ID.', text)
const lastId = {
  ...after,
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last known message.',
}
const events = {
  200: {
    description:
      'Server-sent events. The data of a message is an event of a run, as JSON. The message `watch_ended` follows the last event of a run, and `watch_failed` an error.',
    content: { 'text/event-stream': { schema: text } },
  },
}
const streamErrors = Object.fromEntries(
  Object.entries(responses(200, '', 'Error', 400, 503)).filter(([status]) => status !== '200'),
)

/** Builds the OpenAPI document of the handler. */
export const buildDocument = (): object => ({
  openapi: '3.0.3',
  info: {
    title: 'Amelia',
    version: '1',
    description: 'Runs of Amelia. Every request needs the credentials that the server asks for.',
  },
  paths: {
    '/v1/runs': {
      get: {
        summary: 'Lists the runs, newest first.',
        parameters: [
          inQuery('label', 'Labels that a run must have, as name=value.', { type: 'array', items: text }),
          inQuery('status', 'Statuses, of which a run must have one.', { type: 'array', items: text }),
          inQuery('limit', 'The most runs to return. Default: 100.', {
            type: 'integer',
            minimum: 1,
            maximum: 1_000,
          }),
          inQuery('after', 'The `next` of the previous page.', text),
        ],
        responses: responses(200, 'A page of the runs. `next` is absent on the last one.', 'Runs', 400, 503),
      },
      post: {
        summary: 'Starts a run from a plan, if the server allows it. This executes commands on the server.',
        requestBody: { required: true, content: json('Plan') },
        responses: responses(201, 'The run has been created.', 'Started', 400, 409, 413, 415, 422),
      },
    },
    '/v1/runs/{runId}': {
      get: {
        summary: 'Reads a run.',
        parameters: [inPath],
        responses: responses(200, 'The run.', 'Run', 400, 404, 409, 503),
      },
    },
    '/v1/runs/{runId}/events': {
      get: {
        summary: 'Streams the events of a run. The id of a message is the number of its event.',
        parameters: [inPath, after, lastId, progress, views],
        responses: { ...events, ...streamErrors },
      },
    },
    '/v1/events': {
      get: {
        summary: 'Streams the events of up to 50 runs. The id of a message names the position in each run.',
        parameters: [
          inQuery('run', 'The ids of the runs.', { type: 'array', items: text }, true),
          after,
          lastId,
          progress,
          views,
        ],
        responses: { ...events, ...streamErrors },
      },
    },
    '/v1/runs/{runId}/commands': {
      post: {
        summary: 'Answers a gate, cancels or drains the run, or steers the session of a phase.',
        parameters: [inPath],
        requestBody: { required: true, content: json('Command') },
        responses: {
          ...responses(200, 'The run has applied it.', 'SendResult', 400, 404, 409, 413, 415, 503),
          202: {
            description: 'It is stored for the process that runs it next.',
            content: json('SendResult'),
          },
        },
      },
    },
    '/v1/access': {
      get: {
        summary: 'Reads which actions the caller may take.',
        responses: responses(200, 'The allowed actions.', 'Access'),
      },
    },
    '/v1/runs/{runId}/phases/{phaseId}': {
      get: {
        summary: 'Reads the prompt, the names of the transcripts, the changes and the summary of a phase.',
        parameters: [inPath, pathOf('phaseId')],
        responses: responses(200, 'The details.', 'Phase', 400, 404, 409, 503),
      },
    },
    '/v1/runs/{runId}/transcripts/{name}': {
      get: {
        summary: 'Reads a transcript that the report of the run names. Write "/" in the name as %2F.',
        parameters: [inPath, pathOf('name')],
        responses: responses(200, 'The text.', 'Transcript', 400, 404, 409, 503),
      },
    },
    '/v1/runs/{runId}/diff': {
      get: {
        summary: 'Reads the change of a run so far, or of one of its phases.',
        parameters: [inPath, inQuery('phase', 'The id of a phase.', text)],
        responses: responses(200, 'The changed files.', 'Diff', 400, 404, 409, 503),
      },
    },
    '/v1/start': {
      get: {
        summary: 'Reads the plans, agents and settings that the server offers for a start.',
        responses: responses(200, 'The choices. Without an offer its lists are empty.', 'Choices'),
      },
    },
    '/v1/plan': {
      get: {
        summary: 'Reads the text of a plan that the server offers.',
        parameters: [inQuery('path', 'The path of the plan.', text, true)],
        responses: responses(200, 'The text.', 'PlanText', 400, 404),
      },
    },
    '/v1/check': {
      post: {
        summary: 'Checks a plan without running it, if the server does that.',
        requestBody: { required: true, content: json('CheckRequest') },
        responses: responses(200, 'The result, as the server describes it.', 'Checked', 400, 413, 415),
      },
    },
    '/v1/runs/{runId}/resume': {
      post: {
        summary: 'Resumes a run, if the server allows it. This executes commands on the server.',
        parameters: [inPath],
        requestBody: { required: true, content: json('Nothing') },
        responses: responses(202, 'The run has been opened.', 'Started', 400, 404, 409, 413, 415),
      },
    },
    '/v1/runs/{runId}/revert': {
      post: {
        summary: 'Ends a run and restores its target branch.',
        parameters: [inPath],
        requestBody: { required: true, content: json('Nothing') },
        responses: responses(200, 'Whether the branch was restored.', 'Reverted', 400, 404, 409, 413, 415),
      },
    },
    '/v1/openapi.json': {
      get: { summary: 'Returns this document.', responses: { 200: { description: 'The document.' } } },
    },
  },
  components: {
    schemas: Object.fromEntries(
      Object.entries(bodies).map(([body, schema]) => {
        const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'openapi-3.0' }) as {
          $schema?: string
        }
        return [body, rest]
      }),
    ),
  },
})
