import { call, done, fail, finish, type MessagesRequest, type Reply } from './fake-model.ts'

/** Turns of the undisturbed session; one more request reports. */
export const turns = 12

/** One kind of disturbance, for one run of a phase. */
export interface Scenario {
  name: string
  /** Replaces the reply to a request; counts from 1. */
  disturb?(request: number, turn: number): Reply | undefined
  /** The run, or the program, has a budget that is raised once it is used up. */
  budget?: true
  /** The program's own retries have ended before the disturbance does. */
  outlastsRetries?: true
}

/** Creates the scenarios of one program; each has a memory, so none is used twice. */
export const createScenarios = (): Scenario[] => {
  let refused = 0
  let killed = false
  return [
    { name: 'undisturbed' },
    {
      name: '429 on every fifth request',
      disturb: (request) => (request % 5 === 0 ? fail(429, 'rate_limit_error', 'Slow down') : undefined),
    },
    {
      name: 'outage at turn 8',
      outlastsRetries: true,
      disturb: (_, turn) => (turn === 8 && refused++ < 2 ? fail(503, 'api_error', 'Unavailable') : undefined),
    },
    {
      name: 'agent killed at turn 8',
      disturb(_, turn) {
        if (turn !== 8 || killed) return undefined
        killed = true
        return call('Bash', { command: 'kill -9 $PPID' })
      },
    },
    { name: 'budget used up at turn 8', budget: true },
  ]
}

/** The number of tool calls with a result: an interrupted call is repeated. */
const resultsIn = ({ body }: MessagesRequest): number =>
  body.messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type, is_error: isError }) => type === 'tool_result' && isError !== true).length

/** A model that appends one line per turn, and then reports. */
export const replyTo = (request: MessagesRequest, count: number, { disturb }: Scenario): Reply => {
  const turn = resultsIn(request)
  const disturbance = disturb?.(count, turn)
  if (disturbance !== undefined) return disturbance
  if (turn >= turns) return finish(request, done('All lines are written.', { files: ['lines'] }))
  return call('Bash', { command: `grep -qx ${turn} lines || echo ${turn} >> lines` })
}
