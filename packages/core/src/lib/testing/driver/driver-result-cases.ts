import type { ContractCase } from '../contract-case.ts'
import type { DriverFaults } from './driver-faults.ts'
import { type DriverCase, type DriverSessions, ensureStorable, tokensOf } from './driver-sessions.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { readAllFiles } from '../read-all-files.ts'

const schema = {
  type: 'object',
  properties: { answer: { type: 'integer' } },
  required: ['answer'],
  additionalProperties: false,
}

/** What a session gives. */
export const driverResultCases = (
  test: DriverCase,
  { answer, write }: DriverFaults,
  sessionTokens: number | undefined,
): ContractCase[] => [
  test('it says who it is', async ({ subject: { driver } }) => {
    ensureEqual(driver.contract, 'driver-v1', 'the contract')
    ensure(driver.id !== '' && driver.provider !== '', 'id and provider have a value')
    ensure(new Set(driver.meters).size === driver.meters.length, 'nothing is metered twice')
  }),
  test('a session gives a text and what it used, and survives JSON', async ({ run }) => {
    const { result, heard } = await run()
    ensure(typeof result.text === 'string', 'the text is a string')
    for (const value of Object.values(result.usage))
      ensure(Number.isFinite(value) && value >= 0, 'usage is a number from 0')
    ensureStorable(result, 'the result')
    ensureStorable(heard, 'the progress')
  }),
  test('sessions at once do not disturb one another', async ({ run }) => {
    const results = await Promise.all([run(), run(), run()])
    const ids = results.map(({ result }) => result.sessionId).filter((id) => id !== undefined)
    ensure(new Set(ids).size === ids.length, 'each session has an id of its own')
    if (sessionTokens === undefined) return
    for (const { result } of results) ensureEqual(tokensOf(result), sessionTokens, 'what each used')
  }),
  test('a session goes on with an earlier one and tells only what it used itself', async ({ run }) => {
    let { result } = await run()
    for (let round = 0; round < 2 && result.sessionId !== undefined; round += 1) {
      if (sessionTokens !== undefined) ensureEqual(tokensOf(result), sessionTokens, 'the tokens of a session')
      result = (await run({ resume: result.sessionId })).result
      for (const value of Object.values(result.usage))
        ensure(Number.isFinite(value) && value >= 0, 'usage is a number from 0')
    }
    if (sessionTokens !== undefined)
      ensureEqual(tokensOf(result), sessionTokens, 'the tokens of a session that goes on')
  }),
  test(
    'an output that a schema asks for is in the result, and survives JSON',
    async ({ subject, run }) => {
      await answer?.(subject, { answer: 42 })
      const { result } = await run({ outputSchema: schema })
      ensureEqual(result.output, { answer: 42 }, 'the output')
      ensureStorable(result, 'the result')
    },
    answer !== undefined,
  ),
  test(
    'a session that may write leaves what it wrote',
    async (sessions) => {
      await write?.(sessions.subject)
      const before = await filesOf(sessions)
      await sessions.run()
      ensure((await filesOf(sessions)) !== before, 'there is a file that was not there')
    },
    write !== undefined,
  ),
  test(
    'a session that may only read changes no file',
    async (sessions) => {
      await write?.(sessions.subject)
      const before = await filesOf(sessions)
      await sessions.start({ role: 'reviewer', access: 'read' }).end
      ensure((await filesOf(sessions)) === before, 'the files are as they were')
    },
    write !== undefined,
  ),
]

const filesOf = async ({ workspace }: DriverSessions): Promise<string> =>
  JSON.stringify(await readAllFiles(workspace.fs))
