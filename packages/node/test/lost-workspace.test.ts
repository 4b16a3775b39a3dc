import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRun, type RunOptions } from '@amelia/core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nodeHost } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
beforeEach(() => {
  user = createRepository()
  mkdirSync(join(user.dir, 'times'))
})
afterEach(() => user.close())

/** Deletes the folder above the workspace, so many times. */
const lose = (times: number, what = '$(dirname $AMELIA_WORKSPACE)'): string => {
  const count = `$(ls ${join(user.dir, 'times')} | wc -l)`
  return `if [ ${count} -lt ${times} ]; then touch ${join(user.dir, 'times')}/${count}; rm -rf "${what}"; exit 1; fi`
}

const run = async (second: string, more: Partial<RunOptions> = {}) => {
  const step = (id: string, command: string) => ({ id, action: 'command' as const, command, shell: true })
  const run = await createRun({
    // Inside a confinement, the folder of the workspace cannot be deleted.
    host: nodeHost({ repo: user.repo, slots: user.slots, graceMs: 200, confine: { level: 'off' } }),
    plan: {
      title: 'Work',
      phases: [
        {
          id: 'a',
          title: 'Work',
          subtasks: [
            { id: 'a.1', title: 'Write', steps: [step('s1', 'echo one > one.txt'), step('s2', second)] },
          ],
        },
      ],
    },
    ...{ trust: 'autonomous', planApproved: true, target: 'out', ...more },
  })
  const report = await run.start()
  return { report, phase: report.phases[0]!, gates: report.gates }
}

it.each(['$(dirname $AMELIA_WORKSPACE)', '$AMELIA_WORKSPACE'])(
  'a step whose workspace was deleted continues in another one: %s',
  async (what) => {
    const { report, phase } = await run(`${lose(1, what)}; cat one.txt > two.txt`)
    expect([report.status, phase.attempt, phase.failure]).toEqual(['completed', 1, undefined])
    expect(user.sh('show', `${report.head}:two.txt`)).toBe('one')
  },
  120_000,
)

it('a check whose workspace was deleted does not fail the attempt', async () => {
  writeFileSync(join(user.dir, 'check.sh'), lose(1))
  const { report, phase } = await run('true', {
    verify: { test: ['sh', join(user.dir, 'check.sh')] },
  })
  expect([report.status, phase.attempt, phase.failure]).toEqual(['completed', 1, undefined])
}, 120_000)

it('a phase whose workspace is deleted again stops, and names the folder', async () => {
  const { report, phase, gates } = await run(lose(9))
  expect([report.status, phase.attempt]).toEqual(['waiting', 1])
  expect(JSON.stringify(gates)).toContain(`The folder of the workspace was deleted again: ${user.slots}`)
}, 120_000)
