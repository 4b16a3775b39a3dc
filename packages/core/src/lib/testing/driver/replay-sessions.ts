import type { DriverV1, SessionRequest, SessionResult } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { isFailureClass } from '../../contract/failure-class.ts'
import { redactSecrets } from '../../text/find-secret.ts'
import { describeRequest } from './record-sessions.ts'
import { type RecordedSession, readRecording } from './recording.ts'
import { applyFiles } from './workspace-tree.ts'

export interface ReplaySessionsOptions {
  /** Gives what `recordSessions` saved. Called once, when the first session begins. */
  load(): Promise<unknown> | unknown
  /** The values that were taken out of the recording. */
  secrets?: readonly string[]
  /** As that of the driver that was recorded: it decides what developers are asked for. */
  reports?: DriverV1['reports']
}

/** A driver that needs no model. */
export interface ReplayDriver extends DriverV1 {
  /** The recorded sessions that nobody asked for so far: none, when a run went as it went before. */
  left(): Promise<readonly RecordedSession[]>
}

/**
 * A driver that plays back what was recorded: it says the same, leaves the same files and gives the same result, or fails in the same way.
 *
 * Each recorded session is given once, to the first request of the same role and unit with the same prompt; what differs from run to
 * run (the run's name, commits, dates, and at need numbers and paths) does not count. A request that fits none is a failure of the
 * class `environment`, which says where it differs.
 */
export const replaySessions = ({ load, secrets = [], reports }: ReplaySessionsOptions): ReplayDriver => {
  let loading: Promise<RecordedSession[]> | undefined
  const sessions = (): Promise<RecordedSession[]> => {
    loading ??= readSessions(load)
    return loading
  }
  return {
    contract: 'driver-v1',
    id: 'replay',
    provider: 'replay',
    meters: ['tokens', 'usd'],
    ...(reports === undefined ? {} : { reports }),
    left: sessions,
    async runSession(request, { signal, emit }) {
      signal.throwIfAborted()
      const left = await sessions()
      signal.throwIfAborted()
      const session = take(left, request, secrets)
      for (const progress of session.progress) emit(progress as Parameters<typeof emit>[0])
      await applyFiles(request.workspace.fs, session.files)
      signal.throwIfAborted()
      if ('result' in session.outcome) return session.outcome.result as SessionResult
      const { class: failure, message, retryAfterMs } = session.outcome.error
      throw driverError(isFailureClass(failure) ? failure : 'agent_failed', {
        message,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      })
    },
  }
}

const readSessions = async (load: () => unknown): Promise<RecordedSession[]> => {
  try {
    return [...readRecording(await load()).sessions]
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw driverError('environment', { message: `The recording cannot be read: ${why}`, cause })
  }
}

/** Ways to compare prompts, the strictest first. */
const readings: ((prompt: string) => string)[] = [
  (prompt) => prompt,
  (prompt) => withoutRun(prompt),
  (prompt) => withoutNumbers(withoutRun(prompt)),
]

const withoutRun = (prompt: string): string =>
  prompt
    .replace(/refs\/amelia\/[^/\s`]+\//g, 'refs/amelia/<run>/')
    .replace(/\d{4}-\d\d-\d\d/g, '<date>')
    .replace(/\b[0-9a-f]{7,64}\b/g, '<commit>')

const withoutNumbers = (prompt: string): string =>
  prompt
    .split('\n')
    .map((line) =>
      line
        .split(' ')
        .filter((word) => !word.startsWith('/') && !word.includes('://'))
        .join(' '),
    )
    .join('\n')
    .replace(/\d+/g, '#')

const take = (
  left: RecordedSession[],
  request: SessionRequest,
  secrets: readonly string[],
): RecordedSession => {
  const asked = describeRequest(request)
  const prompt = redactSecrets(asked.prompt, secrets)
  const alike = left.filter(
    ({ role, access, unit, resumed }) =>
      role === asked.role && access === asked.access && unit === asked.unit && resumed === asked.resumed,
  )
  for (const read of readings) {
    const session = alike.find((each) => read(each.prompt) === read(prompt))
    if (session) {
      left.splice(left.indexOf(session), 1)
      return session
    }
  }
  throw driverError('environment', { message: mismatch(left, alike, asked, prompt) })
}

const mismatch = (
  left: readonly RecordedSession[],
  alike: readonly RecordedSession[],
  { role, unit, resumed }: ReturnType<typeof describeRequest>,
  prompt: string,
): string => {
  const what = `a session of the ${role}${unit === '' ? '' : ` for ${unit}`}${resumed ? ' that goes on with an earlier one' : ''}`
  const nearest = alike[0]
  const next = 'Record the run again with recordSessions, or change the plan back.'
  if (nearest === undefined)
    return `The recording has no more session that fits: the run asks for ${what}, and ${left.length === 0 ? 'none is left' : `the next that is left is one of the ${left[0]?.role}`}. ${next}`
  const [was, is] = firstDifference(nearest.prompt, prompt)
  return `The recording has no session that fits: the run asks for ${what}, and its prompt differs. Recorded: ${was} Asked: ${is} ${next}`
}

/** The first lines that differ, with their number. */
const firstDifference = (recorded: string, asked: string): [string, string] => {
  const [before, now] = [recorded.split('\n'), asked.split('\n')]
  const strip = readings[1] ?? String
  const index = before.findIndex((line, at) => strip(line) !== strip(now[at] ?? ''))
  const at = index < 0 ? before.length : index
  const show = (line: string | undefined): string =>
    line === undefined ? '(the end).' : `line ${at + 1}: ${JSON.stringify(line.slice(0, 160))}.`
  return [show(before[at]), show(now[at])]
}
