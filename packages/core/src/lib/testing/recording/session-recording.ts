import { invalidOption } from '../../error/check/check-options.ts'
import * as z from 'zod/mini'
import type { SessionRequest } from '../../contract/driver.ts'

/** A stored session. */
export interface RecordedSession {
  /** The role that it had. */
  role: SessionRequest['role']
  /** Whether it could change files. */
  access: SessionRequest['access']
  /** The unit as JSON; empty for a session without a unit. */
  unit: string
  /** The prompt. */
  prompt: string
  /** The id of the session that it resumed. */
  resume?: string | undefined
  /** The progress that it emitted, in order. */
  progress: RecordedProgress[]
  /** The files that it changed, by path: text, `base64` of binary content, or null for a removed file. */
  files: Record<string, string | { base64: string } | null>
  /** Its result, or the failure that it ended with. */
  outcome:
    | {
        result: {
          sessionId?: string | undefined
          text: string
          output?: unknown
          usage: RecordedUsage
        }
      }
    | { error: { class: string; message: string; retryAfterMs?: number | undefined } }
}

/** The usage of a stored session: its tokens, and its US dollars. Absent: unknown. */
export interface RecordedUsage {
  /** Tokens read, the cached ones included. */
  inputTokens?: number | undefined
  /** Tokens read from the cache of the provider. */
  cachedInputTokens?: number | undefined
  /** Tokens written. */
  outputTokens?: number | undefined
  /** US dollars. */
  usd?: number | undefined
  /** Whether `usd` is estimated. */
  estimated?: true | undefined
}

/** Progress of a stored session, as a driver emits it. */
export type RecordedProgress =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; summary: string }
  | { type: 'usage'; usage: RecordedUsage }
  | { type: 'todo'; items: { text: string; status: 'pending' | 'running' | 'completed' }[] }
  | { type: 'session'; sessionId: string }
  | {
      type: 'waiting'
      reason: 'rate_limited' | 'transient'
      until?: number | undefined
      message?: string | undefined
    }
  | { type: 'event'; name: string; data?: unknown; journal?: boolean | undefined }

/** The stored sessions of a run: serialisable, without secrets. */
export interface SessionRecording {
  /** The version of the format. */
  format: 'amelia-sessions-1'
  /** In the order of their starts. */
  sessions: RecordedSession[]
}

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(schema)

const usageSchema = z.object({
  inputTokens: optional(z.number()),
  cachedInputTokens: optional(z.number()),
  outputTokens: optional(z.number()),
  usd: optional(z.number()),
  estimated: optional(z.literal(true)),
})

const sessionSchema: z.ZodMiniType<RecordedSession> = z.object({
  role: z.enum(['architect', 'developer', 'reviewer', 'evaluator']),
  access: z.enum(['read', 'write']),
  unit: z.string(),
  prompt: z.string(),
  resume: optional(z.string()),
  progress: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('tool'), name: z.string(), summary: z.string() }),
      z.object({ type: z.literal('usage'), usage: usageSchema }),
      z.object({
        type: z.literal('todo'),
        items: z.array(z.object({ text: z.string(), status: z.enum(['pending', 'running', 'completed']) })),
      }),
      z.object({ type: z.literal('session'), sessionId: z.string() }),
      z.object({
        type: z.literal('waiting'),
        reason: z.enum(['rate_limited', 'transient']),
        until: optional(z.number()),
        message: optional(z.string()),
      }),
      z.object({
        type: z.literal('event'),
        name: z.string(),
        data: optional(z.unknown()),
        journal: optional(z.boolean()),
      }),
    ]),
  ),
  files: z.record(z.string(), z.union([z.string(), z.object({ base64: z.string() }), z.null()])),
  outcome: z.union([
    z.object({
      result: z.object({
        sessionId: optional(z.string()),
        text: z.string(),
        output: optional(z.unknown()),
        usage: usageSchema,
      }),
    }),
    z.object({
      error: z.object({ class: z.string(), message: z.string(), retryAfterMs: optional(z.number()) }),
    }),
  ]),
})

const recordingSchema: z.ZodMiniType<SessionRecording> = z.object({
  format: z.literal('amelia-sessions-1'),
  sessions: z.array(sessionSchema),
})

/** Parses a stored recording. Throws `OPTION_INVALID` if it is not valid. */
export const readRecording = (value: unknown): SessionRecording => {
  const parsed = recordingSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalidOption(
    'load',
    `Not a valid recording of sessions: ${issue?.path.map(String).join('.') || 'the value'}: ${issue?.message}. Record it again with recordSessions.`,
  )
}
