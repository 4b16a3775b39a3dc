import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defineDriver } from '../../src/lib/contract/driver.ts'
import { createRun } from '../../src/lib/run/doors.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost } from '../../src/lib/testing/memory/memory-host.ts'
import { runPlan } from '../run-plan.ts'

const page = readFileSync(new URL('../../../../docs/project/architecture.md', import.meta.url), 'utf8')
const [, section = ''] = /## Checks of options and plugins\n(.*?)\n## /s.exec(page) ?? []
const [, messages = ''] = /```text\n(.*?)\n```/s.exec(section) ?? []

const plan = { phases: [{ id: 'a', title: 'a' }] }
const driver = createScriptedDriver()

it('docs/project/architecture.md shows messages that occur', async () => {
  const told: string[] = []
  const host = memoryHost()
  const note = (error: unknown): void => void told.push((error as Error).message)
  await createRun({ host, plan, driver, concurency: 2 } as never).catch(note)
  const own = defineDriver({
    ...{ id: 'own', provider: 'p', meters: ['tokens'] },
    runSession: () => Promise.resolve({ text: '', usage: { inputTokens: -5 } }),
  })
  const wrongGit = { ...host.git, changedPaths: () => undefined as never }
  for (const options of [{ driver: own }, { driver, host: { ...host, git: wrongGit } as never }]) {
    const { report } = await runPlan({ plan, ...options })
    expect(report.gates).toMatchObject([{ blocker: 'environment' }])
    told.push(report.gates[0]!.question)
  }
  expect(messages.split('\n')).toEqual(told)
})
