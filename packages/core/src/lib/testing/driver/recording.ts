import * as z from 'zod/mini'
import { AmeliaError } from '../../error/amelia-error.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(schema)

const usageSchema = z.object({
  inputTokens: optional(z.number()),
  outputTokens: optional(z.number()),
  usd: optional(z.number()),
})

const sessionSchema = z.object({
  role: z.enum(['architect', 'developer', 'reviewer', 'evaluator']),
  access: z.enum(['read', 'write']),
  /** The unit as JSON, and an empty text where there was none. */
  unit: z.string(),
  prompt: z.string(),
  /** Whether it went on with an earlier session. */
  resumed: z.boolean(),
  progress: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string() }),
      z.object({ type: z.literal('tool'), name: z.string(), summary: z.string() }),
      z.object({ type: z.literal('usage'), usage: usageSchema }),
    ]),
  ),
  /** What it left in its workspace, by path: a text, `base64` of what is none, or null for what it removed. */
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
  /** In the order in which they began. */
  sessions: z.array(sessionSchema),
})

/** One session, as it is stored. */
export type RecordedSession = z.infer<typeof sessionSchema>

/** Sessions with an agent, as they are stored: serialisable, without secrets. */
export type SessionRecording = z.infer<typeof recordingSchema>

/** Reads what was stored. Throws `OPTION_INVALID` for what is no recording. */
export const readRecording = (value: unknown): SessionRecording => {
  const parsed = recordingSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AmeliaError(
    'OPTION_INVALID',
    `This is no recording of sessions: ${issue?.path.map(String).join('.') || 'the value'}: ${issue?.message}. Record it again with recordSessions.`,
    { option: 'load' },
  )
}
