import type { DriverV1, SessionRequest, SessionResult } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { isFailureClass } from '../../contract/failure-class.ts'
import { checkOptions } from '../../error/check/check-options.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'
import { driverRules } from '../../run/boundary/plugin-rules.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { describeRequest } from './record-sessions.ts'
import { type RecordedSession, readRecording } from './session-recording.ts'
import { applyFiles } from './read-tree.ts'

/** Options of {@link replaySessions}. */
export interface ReplaySessionsOptions {
  /** Returns the recording that `recordSessions` saved. Called once, when the first session starts. */
  load(): Promise<unknown> | unknown
  /** The values that were redacted in the recording. */
  secrets?: readonly string[] | undefined
  /** The same as for the recorded driver, because it changes the prompts of developers. */
  reports?: DriverV1['reports'] | undefined
  /** The same as for the recorded driver, because it changes the prompts of developers. */
  todo?: DriverV1['todo'] | undefined
  /** The same as for the recorded driver, because it decides whether a run continues a session. */
  resume?: DriverV1['resume'] | undefined
}

/** A driver that replays a recording instead of calling a model. */
export interface ReplayDriver extends DriverV1 {
  /** The recorded sessions not requested so far; empty after a run that matches the recording. */
  left(): Promise<readonly RecordedSession[]>
}

const { reports, todo, resume } = driverRules
const replayRules: RulesOf<ReplaySessionsOptions> = {
  load: rules.function,
  secrets: rules.secrets,
  reports,
  todo,
  resume,
}

/**
 * Creates a driver that replays recorded sessions: the same progress, files, and result or failure.
 *
 * Each recorded session is used once, for the first request with the same role, unit, resumed session and
 * prompt. Parts that differ from run to run (its id, commits, dates, and if necessary numbers and paths) are
 * ignored. A request without a match fails with the class `environment`; the error shows where it differs.
 * Throws `OPTION_INVALID`.
 */
export const replaySessions = (options: ReplaySessionsOptions): ReplayDriver => {
  checkOptions('replaySessions', options, replayRules)
  const { load, secrets = [], reports, todo, resume } = options
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
    ...(todo && { todo }),
    ...(resume === undefined ? {} : { resume }),
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
    throw driverError('environment', { message: `Cannot read the recording: ${why}`, cause })
  }
}

/** Ways to compare prompts, strictest first. */
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
    ({ role, access, unit, resume }) =>
      role === asked.role && access === asked.access && unit === asked.unit && resume === asked.resume,
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
  { role, unit, resume }: ReturnType<typeof describeRequest>,
  prompt: string,
): string => {
  const what = `a session of the ${role}${unit === '' ? '' : ` for ${unit}`}${resume === undefined ? '' : ` that resumes ${resume}`}`
  const nearest = alike[0]
  const next =
    'Record the run again with recordSessions, or change the plan back. Prompts also name commands of the host: replay on a host of the same kind.'
  if (nearest === undefined)
    return `The recording has no further session that matches. Requested: ${what}. ${left.length === 0 ? 'No session is left' : `The next session left is one of the ${left[0]?.role}`}. ${next}`
  const [was, is] = firstDifference(nearest.prompt, prompt)
  return `The recording has no session that matches. Requested: ${what}, with another prompt. Recorded: ${was} Now: ${is} ${next}`
}

/** Returns the first lines that differ, with their number. */
const firstDifference = (recorded: string, asked: string): [string, string] => {
  const [before, now] = [recorded.split('\n'), asked.split('\n')]
  const strip = readings[1] ?? String
  const index = before.findIndex((line, at) => strip(line) !== strip(now[at] ?? ''))
  const at = index < 0 ? before.length : index
  const show = (line: string | undefined): string =>
    line === undefined ? '(the end).' : `line ${at + 1}: ${JSON.stringify(line.slice(0, 160))}.`
  return [show(before[at]), show(now[at])]
}
