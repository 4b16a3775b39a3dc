import type { Clock } from '../../contract/clock.ts'
import type { CommandRunnerV1 } from '../../contract/command-runner.ts'
import type { SessionRequest } from '../../contract/driver.ts'
import { timerClock } from '../../contract/timer-clock.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { createSessionTools } from '../../perform/tool/create-session-tools.ts'

/** The parts of a request that replace the defaults, and what its tools work with. */
export interface SessionRequestOptions extends Partial<SessionRequest> {
  /** The tree of the session, to which its tools are bound. */
  workspace: Workspace
  /** Runs the commands of the tool `run`. Absent: the session lacks it. */
  commands?: CommandRunnerV1 | undefined
  /** Measures the time of commands. Default: the system clock. */
  clock?: Clock | undefined
  /** Stops the tools. Default: nothing does. */
  signal?: AbortSignal | undefined
}

/**
 * Creates the request of a session, as the engine does: with tools that are bound to the workspace and to
 * `access`. By default a developer's session of a run with one phase, which may write.
 */
export const createSessionRequest = ({
  commands,
  clock = timerClock(),
  signal = new AbortController().signal,
  ...more
}: SessionRequestOptions): SessionRequest => {
  const { workspace, access = 'write', marker } = more
  return {
    role: 'developer',
    prompt: 'Say hello.',
    access,
    limits: {},
    run: { id: 'r1', title: 'Greetings' },
    phase: { id: '1', title: 'Say hello', risk: 'medium' },
    attempt: 1,
    dispatch: 1,
    unit: { kind: 'phase' },
    tools: createSessionTools({
      ...{ workspace, access, signal, clock, marker },
      command: commands && ((request) => commands.run(request)),
    }),
    ...more,
  }
}
