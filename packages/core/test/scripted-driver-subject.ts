import type { FailureClass } from '../src/index.ts'
import { driverError, type DriverV1 } from '../src/plugin.ts'
import { stripAnsi } from '../src/view.ts'
import { createScriptedDriver, type DriverContractOptions, type SessionScript } from '../src/testing.ts'

const oneLine = (text: string): string => stripAnsi(text).replaceAll('\n', ' ')

const tokens = { inputTokens: 3, outputTokens: 1 }

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** The scripted driver as a contract subject with all faults. `next` replaces one session. */
export const scriptedDriverSubject = (next?: SessionScript): DriverContractOptions => {
  let script: SessionScript | undefined
  let hangs = false
  let driver = createScriptedDriver()
  const set = (wanted: SessionScript) => async (): Promise<void> => {
    script = wanted
  }
  return {
    sessionTokens: 4,
    resume: 'machine',
    waits: true,
    transcripts: true,
    readsUsage: true,
    steers: true,
    async create() {
      script = next
      hangs = false
      driver = createScriptedDriver(
        (...call) => {
          if (hangs) return until(call[1].signal)
          const once = script
          script = undefined
          return once ? once(...call) : { text: 'hello', usage: tokens }
        },
        { resume: 'machine', todo: true, steer: () => true },
      )
      const { runSession } = driver
      const used = new Map<string, number>()
      const recorded: DriverV1 = {
        ...driver,
        async runSession(request, context) {
          const result = await runSession(request, context)
          const { sessionId = '', usage } = result
          if (usage.inputTokens !== undefined) used.set(sessionId, (used.get(sessionId) ?? 0) + 1)
          return result
        },
        async readUsage(sessionId) {
          const count = used.get(sessionId)
          return count === undefined ? undefined : { inputTokens: 3 * count, outputTokens: count }
        },
      }
      return { driver: recorded, close: async () => {} }
    },
    faults: {
      hang: async () => {
        hangs = true
      },
      begin: set((_, { signal, emit }) => {
        emit({ type: 'text', text: 'I begin.' })
        return until(signal)
      }),
      work: set((_, { signal, emit }) => {
        emit({ type: 'usage', usage: tokens })
        emit({ type: 'text', text: 'I work.' })
        return until(signal)
      }),
      halt: async () => {
        let resume = (): void => {}
        const halted = new Promise<void>((resolve) => (resume = resolve))
        script = async (_, { signal, emit }) => {
          emit({ type: 'text', text: 'I begin.' })
          await Promise.race([halted, until(signal)])
          return { text: 'hello', usage: tokens }
        }
        return { resume }
      },
      kill: async () => driver.kill(),
      lose: async (_, sessionId) => void driver.sessions.delete(sessionId),
      // A scripted session is stored as a whole.
      cut: async (_, sessionId) => void driver.sessions.delete(sessionId),
      received: async () => {
        const last = driver.requests.at(-1)
        const { requests = [], texts = [] } =
          [...driver.sessions.values()].find((each) => each.requests.includes(last!)) ?? {}
        return {
          text: [...requests.map(({ prompt }) => prompt), ...texts].join('\n'),
          ...(last?.model === undefined ? {} : { model: last.model }),
        }
      },
      refuse: set((_, { emit }) => {
        emit({ type: 'waiting', reason: 'rate_limited', until: 1_000 })
        return { text: 'hello', usage: tokens }
      }),
      guess: set(() => {
        throw driverError('rate_limited')
      }),
      failures: [
        'transient',
        'rate_limited',
        'auth',
        'permission',
        'context_overflow',
        'agent_failed',
        'report_invalid',
        'environment',
        'hung',
        'budget_exceeded',
        'cancelled',
        'refused',
      ],
      fail: async (_, failure: FailureClass) => {
        script = () => {
          throw driverError(failure)
        }
      },
      limit: async (_, retryAfterMs) => {
        script = () => {
          throw driverError('rate_limited', { retryAfterMs })
        }
      },
      answer: async (_, output) => {
        script = () => ({ text: JSON.stringify(output), output, usage: tokens })
      },
      list: async (_, items) => {
        script = (_request, { emit }) => {
          const lines = items.map(({ text, status }) => ({ text: oneLine(text), status }))
          emit({ type: 'todo', items: lines })
          return { text: 'hello', usage: tokens }
        }
      },
      write: set(async ({ workspace, access }) => {
        if (access === 'write') await workspace.fs.writeFile('/new.txt', 'new\n')
      }),
      use: async (_, name, input) => {
        script = async ({ tools }) => ({ text: (await tools.call(name, input)).text, usage: tokens })
      },
      spend: set(({ limits }, { emit }) => {
        for (let used = 0; ; used += 1) {
          emit({ type: 'usage', usage: { inputTokens: used } })
          if (used > (limits.tokens ?? 10)) throw driverError('budget_exceeded')
        }
      }),
    },
  }
}
