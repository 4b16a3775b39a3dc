import { agentFailure, type ProgramExit, readNumber, readRecord, readText } from '@amelia/agent-process'
import { AmeliaError, driverError, readWaitInText } from '@amelia/core/plugin'
import type { AcpSettings } from '../option/acp-settings.ts'
import { classifyError } from './classify-error.ts'

/** An error of a session, and what is known about its program. */
export interface SessionFailure {
  error: unknown
  /** Whether it answers a request to resume a session. */
  isResuming: boolean
  /** The end of the program; undefined while it runs. */
  exit: ProgramExit | undefined
  /** The end of its error output. */
  errorOutput: string
  /** The error in the agent's records, which can have more facts. */
  recorded?: string | undefined
}

/** Builds the driver error of a failed session. Errors of the driver itself stay as they are. */
export const readFailure = (
  { profile }: Pick<AcpSettings, 'profile'>,
  { error, isResuming, exit, errorOutput, recorded }: SessionFailure,
): Error => {
  if (AmeliaError.is(error)) return error
  const { title } = profile
  const code = readNumber(readRecord(error)['code'])
  // Without an answer of the agent, the end of its program is the cause.
  if (code === undefined && exit !== undefined) {
    if (isForeign(exit))
      return driverError('interrupted', {
        message: `${title}'s program was ended by ${exit.signal ?? `a signal (exit code ${exit.code})`}.`,
      })
    const text = `its program exited with ${exit.code}. ${errorOutput.split('\n').slice(-5).join('\n')}`
    return describe(title, { text, failure: classifyError({ text: errorOutput }, profile.errors), error })
  }
  const text = [textOf(error), ...(recorded === undefined ? [] : [recorded])].join(' ')
  const facts = { text, isResuming, ...(code === undefined ? {} : { code }) }
  return describe(title, { text, failure: classifyError(facts, profile.errors), error })
}

/** Builds the failure of a request to the provider that the agent sends again and again. */
export const readRefusal = (
  { profile }: Pick<AcpSettings, 'profile'>,
  text: string,
): AmeliaError<'DRIVER_FAILED'> => {
  const named = classifyError({ text }, profile.errors)
  // The agent repeats what may pass, also where the text does not tell why.
  const failure = named === 'agent_failed' ? 'transient' : named
  return describe(profile.title, { text, failure, error: undefined })
}

type Described = Pick<Parameters<typeof agentFailure>[0], 'text' | 'failure'> & { error: unknown }

const describe = (title: string, { text, failure, error }: Described): AmeliaError<'DRIVER_FAILED'> =>
  agentFailure({
    ...{ agent: title, failure, text, secret: '', retryAfterMs: readWaitInText(text) },
    advice: '',
    ...(error === undefined ? {} : { cause: error }),
  })

/** Signals that others send to end a program, and the exit codes with which a program passes them on. */
const foreign: readonly unknown[] = ['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM', 129, 130, 137, 143]

const isForeign = ({ code, signal }: ProgramExit): boolean => foreign.includes(signal ?? code)

/** The message of an error of the protocol, with its details. */
const textOf = (error: unknown): string => {
  const { message, data } = readRecord(error)
  const { details, message: more } = readRecord(data)
  const rest = readText(details) || readText(more) || (typeof data === 'string' ? data : '')
  return [readText(message) || String(error), rest].filter((part) => part !== '').join(': ')
}
