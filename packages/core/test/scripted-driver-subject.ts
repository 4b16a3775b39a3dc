import type { FailureClass } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { createScriptedDriver, type DriverContractOptions, type SessionScript } from '../src/testing.ts'

const tokens = { inputTokens: 3, outputTokens: 1 }

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** The scripted driver as a contract subject with all faults. `next` replaces one session. */
export const scriptedDriverSubject = (next?: SessionScript): DriverContractOptions => {
  let script: SessionScript | undefined
  let hangs = false
  const set = (wanted: SessionScript) => async (): Promise<void> => {
    script = wanted
  }
  return {
    sessionTokens: 4,
    async create() {
      script = next
      hangs = false
      const driver = createScriptedDriver((request, context, number) => {
        if (hangs) return until(context.signal)
        const once = script
        script = undefined
        return once ? once(request, context, number) : { text: 'hello', usage: tokens }
      })
      return { driver, close: async () => {} }
    },
    faults: {
      hang: async () => {
        hangs = true
      },
      begin: set((_, { signal, emit }) => {
        emit({ type: 'text', text: 'I begin.' })
        return until(signal)
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
      write: set(async ({ workspace, access }) => {
        if (access === 'write') await workspace.fs.writeFile('/new.txt', 'new\n')
      }),
      spend: set(({ limits }, { emit }) => {
        for (let used = 0; ; used += 1) {
          emit({ type: 'usage', usage: { inputTokens: used } })
          if (used > (limits.tokens ?? 10)) throw driverError('budget_exceeded')
        }
      }),
    },
  }
}
