import { createRun, listRuns } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { createTerminal } from '../../terminal/terminal.ts'
import { type CleanOptions, cleanCommand } from '../clean/clean-command.ts'
import { runsCommand } from './runs-command.ts'
import { statusCommand } from './status-command.ts'

it('`amelia runs`, `status` and `clean` show and filter by labels', async () => {
  const host = memoryHost({ clock: 'manual' })
  const runOf = async (team: string): Promise<string> => {
    const run = await createRun({
      plan: { phases: [{ id: 'a', title: 'A', body: 'Do a.' }] },
      ...{ host, driver: createScriptedDriver(), reviewers: [], labels: { team } },
      ...{ trust: 'autonomous', artifacts: 'none' },
    })
    await run.start()
    host.clock.advance(86_400_000)
    return run.id
  }
  const a = await runOf('a')
  const b = await runOf('b')
  const shown = async (command: (terminal: ReturnType<typeof createTerminal>) => Promise<number>) => {
    let text = ''
    const stream = { on: () => {}, write: (more: string) => void (text += more), columns: 100 }
    await command(
      createTerminal({ stdin: {}, stdout: stream, stderr: stream, env: { NO_COLOR: '1' } } as never),
    )
    return text
  }
  const repo = '.'
  expect(await shown((terminal) => runsCommand(terminal, { repo, label: { team: 'a' } }, host))).toMatch(
    new RegExp(`^RUN .*\\n${a} +completed +2d +1/1 .* team=a\\n$`),
  )
  expect(await shown((terminal) => runsCommand(terminal, { repo, status: ['failed'] }, host))).toBe(
    'No such runs in this repository.\n',
  )
  expect(await shown((terminal) => statusCommand(terminal, b, { repo }, host))).toContain('Labels: team=b.')
  const clean = (wanted: string | undefined, more: Partial<CleanOptions>) =>
    shown((terminal) => cleanCommand(terminal, wanted, { repo, yes: true, ...more }, host))
  const none = await clean(undefined, { olderThan: 1.5 * 86_400_000, label: { team: 'b' } })
  expect(none).toContain('Keeps 1 run by the policy.\nNothing to remove.\n')
  const listed = await clean(undefined, { label: { team: 'a' } })
  expect(listed).toMatch(new RegExp(`^RUN .*\\n${a} +completed +2d .*not merged\\n1 run keeps `))
  const removed = await clean(undefined, { olderThan: 1.5 * 86_400_000 })
  expect(removed).toMatch(/^Keeps the branch \S+ of run \S+: its commits are not merged\.\n/m)
  expect(removed).toMatch(/\nRemoved 1 run \(0 B\)\.\n$/)
  expect((await listRuns({ host })).map(({ runId }) => runId)).toEqual([b])
  await expect(clean(b, { olderThan: 0 })).rejects.toThrow('--keep, --older-than and --label')
  await expect(clean(b, { label: { team: 'a' } })).rejects.toThrow('--keep, --older-than and --label')
})
