import type { TodoItem } from '../../../contract/driver.ts'
import type { ContractCase } from '../../contract-case.ts'
import type { DriverFaults } from '../driver-faults.ts'
import {
  type DriverCase,
  type DriverSessions,
  ensureStorable,
  ensureUsage,
  tokensOf,
} from '../driver-sessions.ts'
import { ensure, ensureEqual } from '../../ensure.ts'
import { readAllFiles } from '../../read-all-files.ts'

/** A schema that only `{ answer: integer }` fits. */
export const answerSchema = {
  type: 'object',
  properties: { answer: { type: 'integer' } },
  required: ['answer'],
  additionalProperties: false,
}

const todoItems: readonly TodoItem[] = [
  { text: '1a Write\nthe \u001b[31mtests', status: 'completed' },
  { text: '1b Implement it', status: 'running' },
  { text: '1c', status: 'pending' },
]

/** Results of a session. */
export const driverResultCases = (
  test: DriverCase,
  { answer, list, write }: DriverFaults,
  sessionTokens: number | undefined,
): ContractCase[] => [
  test('it has an id and a provider', async ({ subject: { driver } }) => {
    ensureEqual(driver.contract, 'driver-v1', 'the contract')
    ensure(driver.id !== '' && driver.provider !== '', 'id and provider have a value')
    ensure(new Set(driver.meters).size === driver.meters.length, 'no meter is listed twice')
  }),
  test('the result of a session has a text and its usage, and survives JSON', async ({ run }) => {
    const { result, emitted } = await run()
    ensure(typeof result.text === 'string', 'the text is a string')
    ensureUsage(result.usage)
    ensureStorable(result, 'the result')
    ensureStorable(emitted, 'the progress')
  }),
  test('concurrent sessions are independent', async ({ run }) => {
    const results = await Promise.all([run(), run(), run()])
    const ids = results.map(({ result }) => result.sessionId).filter((id) => id !== undefined)
    ensure(new Set(ids).size === ids.length, 'each session has a unique id')
    if (sessionTokens === undefined) return
    for (const { result } of results) ensureEqual(tokensOf(result), sessionTokens, 'the tokens of each')
  }),
  test('a resumed session reports only its own usage', async ({ run }) => {
    let { result } = await run()
    for (let round = 0; round < 2 && result.sessionId !== undefined; round += 1) {
      if (sessionTokens !== undefined) ensureEqual(tokensOf(result), sessionTokens, 'the tokens of a session')
      result = (await run({ resume: result.sessionId })).result
      ensureUsage(result.usage)
    }
    if (sessionTokens !== undefined)
      ensureEqual(tokensOf(result), sessionTokens, 'the tokens of a resumed session')
  }),
  test(
    'an output requested by schema is in the result, and survives JSON',
    async ({ subject, run }) => {
      await answer?.(subject, { answer: 42 })
      const { result } = await run({ outputSchema: answerSchema })
      ensureEqual(result.output, { answer: 42 }, 'the output')
      ensureStorable(result, 'the result')
    },
    { answer },
  ),
  test(
    'a todo list is reported as it stands, each item in one line',
    async ({ subject, run }) => {
      ensure(
        subject.driver.todo === true,
        `\`driver.todo\` is true for a driver that emits todo lists: without it, no prompt asks for one; got ${subject.driver.todo}`,
      )
      await list?.(subject, todoItems)
      const { emitted } = await run()
      const lists = emitted.flatMap((progress) => (progress.type === 'todo' ? [progress.items] : []))
      ensureEqual(
        (lists.at(-1) ?? []).map(({ text, status }) => `${text}: ${status === 'completed'}`),
        ['1a Write the tests: true', '1b Implement it: false', '1c: false'],
        'the last list, and what is completed',
      )
    },
    { list },
  ),
  test(
    'a session with write access leaves the files that it wrote',
    async (sessions) => {
      await write?.(sessions.subject)
      const before = await filesOf(sessions)
      await sessions.run()
      ensure((await filesOf(sessions)) !== before, 'the session adds or changes a file')
    },
    { write },
  ),
  test(
    'a session with read-only access changes no file',
    async (sessions) => {
      await write?.(sessions.subject)
      const before = await filesOf(sessions)
      await sessions.start({ role: 'reviewer', access: 'read' }).end
      ensure((await filesOf(sessions)) === before, 'the files are unchanged')
    },
    { write },
  ),
]

const filesOf = async ({ workspace }: DriverSessions): Promise<string> =>
  JSON.stringify(await readAllFiles(workspace.fs))
