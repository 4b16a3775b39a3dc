import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { createTerminal } from '../../terminal/terminal.ts'
import { logsCommand } from './logs-command.ts'
import { showCommand } from './show-command.ts'

/** Creates a terminal that collects its output. `seen` resolves once the output contains a text. */
const collect = () => {
  let text = ''
  const waiting = new Map<string, () => void>()
  const write = (more: string): void => {
    text += more
    for (const [wanted, resolve] of waiting) if (text.includes(wanted)) resolve()
  }
  const stream = { on: () => {}, write }
  const streams = { stdin: {}, stdout: stream, stderr: stream, env: { NO_COLOR: '1' } }
  return {
    terminal: createTerminal(streams as never),
    text: () => text,
    seen: (wanted: string) => new Promise<void>((resolve) => waiting.set(wanted, resolve)),
  }
}

it('`amelia logs` prints transcripts, with --follow the progress of sessions, and `show` the prompt', async () => {
  const host = memoryHost()
  const followed = collect()
  let following: Promise<number> | undefined
  const driver = createScriptedDriver(async ({ workspace, phase }, { emit }) => {
    const started = followed.seen(`started: ${phase!.title}`)
    if (phase!.id === 'a') {
      const [run] = await host.store.list()
      const named = [run!.runId] as const
      following = logsCommand(followed.terminal, named, { repo: '.', follow: true }, host)
      await started
    } else {
      await started
      const shown = followed.seen('second line')
      emit({ type: 'text', text: 'first line\n\u001b[31msecond line' })
      await shown
    }
    await workspace.fs.writeFile(`/${phase!.id}`, 'text')
  })
  const phase = (id: string, dependsOn: string[]) => ({
    id,
    title: `Title ${id}`,
    body: `Do ${id}.`,
    dependsOn,
  })
  const run = await createRun({
    plan: { phases: [phase('a', []), phase('b', ['a'])] },
    ...{ host, driver, reviewers: [], trust: 'autonomous', artifacts: 'none', planApproved: true },
  })
  await run.start()
  expect(await following).toBe(0)
  expect(followed.text()).toContain('b       the agent writes\n  | first line\n  | second line\n')
  expect(followed.text()).toContain('ended: completed')
  expect(followed.text()).not.toContain('| Do b.')

  const stored = collect()
  const [listed] = await host.store.list()
  await logsCommand(stored.terminal, [listed!.runId, 'b'], { repo: '.' }, host)
  expect(stored.text()).toContain('  | Do b.')
  expect(stored.text()).not.toContain('Do a.')

  const shown = collect()
  await showCommand(shown.terminal, [listed!.runId, 'b'], { repo: '.', json: true }, host)
  expect(JSON.parse(shown.text())).toMatchObject({
    id: 'b',
    dependsOn: ['a'],
    prompt: driver.requests.at(-1)!.prompt.trimEnd(),
    transcripts: [{ attempt: 1, session: 1, role: 'developer' }],
    changes: [{ path: 'b', status: 'added', added: 1, removed: 0 }],
  })
})
