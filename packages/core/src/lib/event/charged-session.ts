import type { SessionRequest, Unit } from '../contract/driver.ts'
import type { FailureClass } from '../contract/failure-class.ts'

/** A text that the run's store keeps. */
export interface KeptFile {
  /** Its name in the store. */
  name: string
  /** Where people find it: a path, or the store's own key. */
  place: string
}

/** The transcript of a session. */
export interface TranscriptFiles {
  /** A page for people, with the progress that the engine received. */
  page: KeptFile
  /** The transcript in the vendor's own format, if the driver can read it. */
  vendor?: KeptFile
}

/** The facts that are known about a session while it runs. */
export interface SessionFacts {
  /** The role that it had. */
  role: SessionRequest['role']
  /** The id of its driver. */
  driver: string
  /** The model that was requested. Absent: the driver's own. */
  model?: string
  /** The unit that it performed. Absent for a session that performs none, such as a review. */
  unit?: Unit
  /** The attempt of the phase, from 1. Absent for a session of the run itself. */
  attempt?: number
  /** The dispatch of the phase, from 1. Absent for a session of the run itself. */
  dispatch?: number
  /** The agent's own id of the session. */
  sessionId?: string
  /** How it failed. Absent while it runs, and if it completed. */
  failure?: FailureClass
}

/** One session and its usage. */
export interface ChargedSession extends SessionFacts {
  /** The unique name that it is charged under. */
  session: string
  /** Counts from 1 in the attempt, or in the run for a session of the run itself. */
  number: number
  /** Tokens read, the cached ones included. Absent: unknown, as for the other tokens. */
  inputTokens?: number
  /** Tokens read from the cache of the provider. */
  cachedInputTokens?: number
  /** Tokens written. */
  outputTokens?: number
  /** The vendor's own figure in US dollars. Null: unknown. */
  usd: number | null
  /** Whether `usd` is estimated from the tokens, because the session was killed. */
  estimated?: true
  /** How long it took, in milliseconds. */
  durationMs: number
  /** Its transcript among the artifacts of the run. Absent if none was kept. */
  transcript?: TranscriptFiles
}
