import { describe, expect, it } from 'vitest'
import { createPerformer, readStep } from '../../../../test/performer-fixture.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { executeStep } from './execute-step.ts'

const execute = async (draft: Partial<StepDraft>, approved: boolean) => {
  const { performer, host, open, phase } = createPerformer()
  const context = {
    performer,
    workspace: await open('a'),
    place: 'step s1 (line 7)',
    folder: 'phase-a/attempt-1',
    approved,
  }
  const { result } = await executeStep(context, readStep(draft), { phase: phase('a'), subtaskId: 'a.1' })
  return {
    result,
    commands: host.commands.requests.length,
    files: (await host.git.changedPaths(context.workspace)).length,
  }
}

describe('executeStep', () => {
  it('writes files, and runs commands and validations', async () => {
    const result = { outcome: 'completed' }
    expect(await execute({ action: 'code', filePath: 'x', codeChange: 'x' }, false)).toEqual({
      result,
      commands: 0,
      files: 1,
    })
    expect(await execute({ action: 'command', command: 'x' }, false)).toEqual({
      result,
      commands: 1,
      files: 0,
    })
    expect(await execute({ action: 'validation', validationCommand: 'x' }, false)).toEqual({
      result,
      commands: 1,
      files: 0,
    })
  })

  it('asks before a step that needs a person, and runs nothing yet', async () => {
    const draft = {
      command: 'deploy',
      requiresHumanJudgment: true,
      description: 'Deploy it',
      successCriteria: 'It is up',
    }
    expect(await execute(draft, false)).toEqual({
      result: {
        outcome: 'blocked',
        blocker: 'needs_judgment',
        stepId: 's1',
        passable: true,
        message: 'Step s1 (line 7) needs human judgment. Run it?',
        details: ['Deploy it', 'It is up', 'runs: deploy'],
        suggestions: [
          'by hand, in the root of a checkout; what it changes there is not part of the run: deploy',
        ],
      },
      commands: 0,
      files: 0,
    })
    expect(await execute(draft, true)).toEqual({ result: { outcome: 'completed' }, commands: 1, files: 0 })
  })

  it('asks about a manual step, and runs nothing when it is accepted', async () => {
    const draft = { action: 'manual', command: 'the command to type' } as const
    const { result } = await execute(draft, false)
    expect(result).toMatchObject({
      blocker: 'needs_judgment',
      message: 'Step s1 (line 7) has to be done by hand. Answer done-by-hand when it is done.',
      details: ['the command to type'],
    })
    expect(await execute({ ...draft, requiresHumanJudgment: true }, true)).toEqual({
      result: { outcome: 'completed' },
      commands: 0,
      files: 0,
    })
  })
})
