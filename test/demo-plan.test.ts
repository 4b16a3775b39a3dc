import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { phaseTable } from '@amelia/parser-phase-table'
import { describe, expect, it } from 'vitest'

const text = readFileSync(resolve(import.meta.dirname, '../examples/demo/plan.md'), 'utf8')
const { plan, issues } = phaseTable().parse(text)
const phases = plan?.phases ?? []

describe("the demo's plan", () => {
  it('has no issues', () => expect(issues).toEqual([]))

  it('splits into three parallel phases and joins them again', () => {
    expect(phases.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['0', []],
      ['1', ['0']],
      ['2a', ['1']],
      ['2b', ['1']],
      ['2c', ['1']],
      ['3', ['2a', '2b', '2c']],
    ])
  })

  it('gives parallel phases different files', () => {
    const files = phases.filter(({ id }) => id.startsWith('2')).flatMap((phase) => phase.files ?? [])
    expect(files).toHaveLength(6)
    expect(new Set(files).size).toBe(files.length)
  })

  it('needs no agent: every subtask has steps', () => {
    const subtasks = phases.flatMap((phase) => phase.subtasks ?? [])
    expect(subtasks).toHaveLength(13)
    for (const subtask of subtasks) expect(subtask.steps, subtask.title).not.toHaveLength(0)
  })

  it.each(phases.map((phase) => [phase.id, phase] as const))(
    'sees a test of phase %s fail before it passes',
    (_, phase) => {
      const [test, impl] = phase.subtasks ?? []
      expect([test?.type, impl?.type]).toEqual(['test', 'impl'])
      expect(test?.steps?.at(-1)).toMatchObject({ action: 'command', expectExitCode: 'fail' })
      expect(impl?.steps?.at(-1)).toMatchObject({ action: 'command' })
      expect(impl?.steps?.at(-1)).not.toHaveProperty('expectExitCode')
    },
  )
})
