import { createRun, type ListedRun, revertRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { createTerminal } from '../../terminal/terminal.ts'
import type { words } from '@amelia/core/view'
import { runsCommand } from './runs-command.ts'

const title = `A title of more than eighty columns${', and then some'.repeat(6)}`

it('`amelia runs --status` takes the statuses that it shows, and a pipe gets full titles', async () => {
  const host = memoryHost()
  const plan = { title, phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
  const begin = () =>
    createRun({
      ...{ plan, host, driver: createScriptedDriver(), reviewers: [] },
      ...{ trust: 'autonomous', artifacts: 'none' },
    })
  const [completed, reverted] = [await begin(), await begin()]
  await completed.start()
  await reverted.start()
  await revertRun({ host, runId: reverted.id })
  const shown = async (
    status: (typeof words.listedStatuses)[number][],
    more: { limit?: number; json?: boolean } = {},
  ) => {
    let text = ''
    const stream = { on: () => {}, write: (part: string) => void (text += part), columns: 80 }
    const terminal = createTerminal({ stdin: {}, stdout: stream, stderr: stream, env: {} } as never)
    await runsCommand(terminal, { repo: '.', status, ...more }, host)
    return text
  }
  expect(await shown(['reverted'])).toMatch(new RegExp(`^RUN .*\\n${reverted.id} +reverted .* ${title}\\n$`))
  expect(await shown(['aborted'])).toBe('No such runs in this repository.\n')
  const both = JSON.parse(await shown(['completed', 'reverted'], { json: true })) as ListedRun[]
  expect(both.map(({ runId }) => runId).sort()).toEqual([completed.id, reverted.id].sort())
  expect((await shown(['completed', 'reverted'], { limit: 1 })).split('\n')).toHaveLength(3)
})
