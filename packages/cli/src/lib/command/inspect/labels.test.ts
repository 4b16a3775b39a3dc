import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { createTerminal } from '../../terminal/terminal.ts'
import { cleanCommand } from '../control/clean-command.ts'
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
  const old = { repo, olderThan: 1.5 * 86_400_000 }
  expect(await shown((terminal) => cleanCommand(terminal, undefined, old, host))).toMatch(
    new RegExp(`^${a} +cleaned: deleted its workspaces and \\d refs?\\n$`),
  )
  const none = { ...old, label: { team: 'b' } }
  expect(await shown((terminal) => cleanCommand(terminal, undefined, none, host))).toBe(
    'No runs of that age.\n',
  )
  await expect(shown((terminal) => cleanCommand(terminal, a, old, host))).rejects.toThrow(/--older-than/)
  await expect(
    shown((terminal) => cleanCommand(terminal, a, { repo, label: { team: 'a' } }, host)),
  ).rejects.toThrow('--label needs --older-than.')
})
