import { describe, expect, it } from 'vitest'
import { createPerformer, readStep } from '../../../../test/performer-fixture.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { preflightStep } from './preflight-step.ts'

const files = { 'README.md': 'one\n', 'api/index.ts': '' }

const look = async (draft: Partial<StepDraft>, programs: readonly string[] = ['make']) => {
  const { performer, host, open } = createPerformer({ world: { files } })
  host.commands.find = async (program) => programs.includes(program)
  const found = await preflightStep(
    { performer, workspace: await open('a'), place: 'step s1', folder: 'phase-a/attempt-1' },
    readStep(draft),
  )
  expect(host.commands.requests).toEqual([])
  return found?.result
}
const blocked = (message: string, details: string[] = []) => ({
  outcome: 'blocked',
  blocker: 'unexpected_state',
  stepId: 's1',
  message,
  details,
})

describe('preflightStep', () => {
  it('finds a missing file that a diff changes', async () => {
    const codeChange = '@@ -1,1 +1,1 @@\n-one\n+two\n'
    expect(await look({ action: 'code', filePath: './none.md', codeChange })).toEqual(
      blocked('none.md, which step s1 changes, does not exist.', [codeChange]),
    )
    expect(await look({ action: 'code', filePath: 'README.md', codeChange })).toBeUndefined()
  })

  it('does not require a file that the step creates', async () => {
    const made = '--- /dev/null\n+++ b/none.md\n@@ -0,0 +1,1 @@\n+two\n'
    for (const codeChange of [made, 'two\n', ''])
      expect(await look({ action: 'code', filePath: 'none.md', codeChange })).toBeUndefined()
  })

  it('finds a missing folder, and a path that is not a folder', async () => {
    const why = { none: 'does not exist', 'README.md': 'is not a folder', 'README.md/x': 'does not exist' }
    for (const [cwd, text] of Object.entries(why))
      expect(await look({ command: 'make', cwd })).toEqual(blocked(`${cwd}, the folder of step s1, ${text}.`))
    for (const cwd of ['api', '.', './']) expect(await look({ command: 'make', cwd }), cwd).toBeUndefined()
    // It may create the folder in which its check runs.
    const code = { action: 'code', filePath: 'none/a', codeChange: 'a' } as const
    expect(await look({ ...code, validationCommand: 'make', cwd: 'none' })).toBeUndefined()
  })

  it('leaves a folder that cannot be checked to the command', async () => {
    expect(await look({ command: 'make', cwd: '.git' })).toBeUndefined()
  })

  it('finds that every program is missing, as starting the command would', async () => {
    expect(await look({ command: 'pytest -v', fallbackCommands: ['tox', 'pytest'] })).toEqual({
      outcome: 'failed',
      failure: {
        class: 'environment',
        message: 'No command of step s1 was found: pytest, tox.',
        command: 'pytest -v',
        exitCode: 127,
        output: 'pytest: command not found\ntox: command not found',
      },
    })
    expect(await look({ command: 'pytest', fallbackCommands: ['make'] })).toBeUndefined()
    expect(await look({ command: './pytest' })).toBeUndefined()
    expect(await look({ command: 'pytest | make', shell: true }, ['sh'])).toBeUndefined()
    expect(await look({ command: 'pytest', expectExitCode: 127 })).toBeUndefined()
    expect(await look({ action: 'validation', validationCommand: 'nope' })).toMatchObject({
      outcome: 'failed',
    })
    const code = { action: 'code', filePath: 'a', codeChange: 'a', validationCommand: 'nope' } as const
    expect(await look(code), 'before anything is written').toMatchObject({ outcome: 'failed' })
  })
})
