import * as z from 'zod/mini'
import { AmeliaError } from '../../error/amelia-error.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(schema)

const usageSchema = z.object({
  inputTokens: optional(z.number()),
  cachedInputTokens: optional(z.number()),
  outputTokens: optional(z.number()),
  usd: optional(z.number()),
  estimated: optional(z.literal(true)),
})

const sessionSchema = z.object({
  role: z.enum(['architect', 'developer', 'reviewer', 'evaluator']),
  access: z.enum(['read', 'write']),
  /** The unit as JSON; empty for a session without a unit. */
  unit: z.string(),
  prompt: z.string(),
  /** The id of the session that it resumed. */
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
    ]),
  ),
  /** The files that it changed, by path: text, `base64` of binary content, or null for a removed file. */
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

const recordingSchema = z.object({
  format: z.literal('amelia-sessions-1'),
  /** In the order of their starts. */
  sessions: z.array(sessionSchema),
})

/** A stored session. */
export type RecordedSession = z.infer<typeof sessionSchema>

/** The stored sessions of a run: serialisable, without secrets. */
export type SessionRecording = z.infer<typeof recordingSchema>

/** Parses a stored recording. Throws `OPTION_INVALID` if it is not valid. */
export const readRecording = (value: unknown): SessionRecording => {
  const parsed = recordingSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AmeliaError(
    'OPTION_INVALID',
    `Not a valid recording of sessions: ${issue?.path.map(String).join('.') || 'the value'}: ${issue?.message}. Record it again with recordSessions.`,
    { option: 'load' },
  )
}
