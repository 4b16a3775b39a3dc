import type { SessionRequest } from '../../../contract/driver.ts'
import type { SessionTools } from '../../../contract/tool/session-tools.ts'
import type { ContractCase } from '../../contract-case.ts'
import { ensure, ensureEqual } from '../../ensure.ts'
import { createSessionRequest } from '../create-session-request.ts'
import type { DriverFaults } from '../driver-faults.ts'
import type { DriverCase } from '../driver-sessions.ts'

/** The context of a session: its run, its phase and its tools. */
export const driverContextCases = (test: DriverCase, { use }: DriverFaults): ContractCase[] => [
  test('a session succeeds without a run, a phase and a unit', async ({ workspace, subject }) => {
    const { role, prompt, access, tools, limits } = createSessionRequest({ workspace })
    const request: SessionRequest = { role, prompt, access, tools, limits, workspace }
    const { signal } = new AbortController()
    const { text } = await subject.driver.runSession(request, { signal, emit: () => {} })
    ensure(typeof text === 'string', 'the text is a string')
  }),
  test(
    "the model's tool calls reach the tools of the request, and their results the model",
    async ({ workspace, subject, run }) => {
      const { tools, calls } = recordCalls(createSessionRequest({ workspace }).tools)
      await use?.(subject, 'write', { path: 'used.txt', content: 'used\n' })
      await run({ tools })
      ensureEqual(calls, [['write', { path: 'used.txt', content: 'used\n' }]], 'the calls')
      const content = new TextDecoder().decode(await workspace.fs.readFile('/used.txt'))
      ensureEqual(content, 'used\n', 'the file that the tool wrote')
    },
    { use },
  ),
  test(
    'a call that the tools refuse does not end the session',
    async ({ workspace, subject, run }) => {
      const { tools, calls } = recordCalls(createSessionRequest({ workspace, access: 'read' }).tools)
      await use?.(subject, 'read', { path: '../outside' })
      await run({ tools, access: 'read' })
      ensureEqual(calls, [['read', { path: '../outside' }]], 'the calls')
    },
    { use },
  ),
]

/** Wraps tools, and lists the calls with their inputs as objects. */
const recordCalls = (tools: SessionTools): { tools: SessionTools; calls: [string, unknown][] } => {
  const calls: [string, unknown][] = []
  return {
    calls,
    tools: {
      definitions: tools.definitions,
      call(name, input, options) {
        calls.push([name, typeof input === 'string' ? JSON.parse(input) : input])
        return tools.call(name, input, options)
      },
    },
  }
}
