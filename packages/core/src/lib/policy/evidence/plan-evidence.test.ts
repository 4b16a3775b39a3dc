import { describe, expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { planEvidence } from './plan-evidence.ts'

/** Subtasks `1a:test`, `2a:impl<1a`, each with a file of its name. */
const phase = (id: string, text: string, dependsOn: string[] = []): PhaseDraft => ({
  id,
  title: id,
  dependsOn,
  subtasks: text.split(' ').map((part): SubtaskDraft => {
    const [head = '', after] = part.split('<')
    const [name = '', type = ''] = head.split(':')
    return {
      id: name,
      title: name,
      type: type as 'test',
      dependsOn: after?.split(',') ?? [],
      files: [`${name}.ts`],
    }
  }),
})
const evidence = (...phases: PhaseDraft[]) =>
  Object.fromEntries(
    [...planEvidence(planSchema.parse({ phases }))].map(([id, { own, owed, answers, implements: does }]) => [
      id,
      {
        own: own.subtasks.join(),
        owed: owed.subtasks.join(),
        promised: [...own.promised, ...owed.promised].join(),
        answers: [...answers].map(([of, tests]) => `${of}:${tests.subtasks.join('+')}`).join(),
        does,
      },
    ]),
  )

describe('planEvidence', () => {
  // seed: phased-execution 41
  it('ties each test to the implementation that answers it, and to no later one (seed phased-execution, TDD Workflow)', () => {
    expect(
      evidence(
        phase('1', '1a:test 1b:test'),
        phase('2', '2a:impl<1a 2b:impl<1b', ['1']),
        phase('3', '3a:test<2a,2b', ['2']),
        phase('4', '4a:impl<3a', ['3']),
        phase('5', '5:test<4a', ['4']),
      ),
    ).toEqual({
      1: { own: '', owed: '1a,1b', promised: '2a.ts,2b.ts', answers: '', does: false },
      2: { own: '', owed: '', promised: '', answers: '1:1a+1b', does: true },
      3: { own: '', owed: '3a', promised: '4a.ts', answers: '', does: false },
      4: { own: '', owed: '', promised: '', answers: '3:3a', does: true },
    })
  })

  it('knows tests that are answered in their own phase', () => {
    expect(evidence(phase('1', '1a:test 2a:impl<1a'))).toEqual({
      1: { own: '1a', owed: '', promised: '2a.ts', answers: '', does: true },
    })
  })

  it('goes through what is neither, and leaves out what is not to be done', () => {
    expect(evidence(phase('1', '1a:test x:other<1a 2a:impl<x')).valueOf()).toMatchObject({ 1: { own: '1a' } })
    const done = phase('1', '1a:test 2a:impl<1a')
    done.subtasks![0]!.status = 'done'
    expect(evidence(done)).toMatchObject({ 1: { own: '', does: true } })
    done.subtasks![1]!.status = 'deferred'
    expect(evidence(done)).toEqual({})
  })

  it('one test may be answered by several phases, each once', () => {
    expect(
      evidence(
        phase('1', '1a:test'),
        phase('2', '2a:impl<1a', ['1']),
        phase('3', '3a:impl<1a 3b:impl<1a', ['1']),
      ),
    ).toMatchObject({
      1: { owed: '1a', promised: '2a.ts,3a.ts,3b.ts' },
      2: { answers: '1:1a' },
      3: { answers: '1:1a' },
    })
  })

  it('goes by the order where nothing is declared', () => {
    expect(evidence(phase('1', 'a:test b:impl'), phase('2', 'c:test d:impl e:test', ['1']))).toMatchObject({
      1: { own: 'a' },
      2: { own: 'c', owed: '' },
    })
  })

  it('lets an implementation without files promise those of its phase, and any other module of the project', () => {
    const parts = (files: string[]): PhaseDraft => ({
      id: '1',
      title: '1',
      files: ['src/a.py', 'tests/test_a.py'],
      subtasks: [
        { id: 't', title: 't', type: 'test' },
        { id: 'i', title: 'i', type: 'impl', files },
      ],
    })
    const own = (files: string[]) => planEvidence(planSchema.parse({ phases: [parts(files)] })).get('1')?.own
    expect(own([])).toMatchObject({ promised: ['src/a.py'], open: { words: expect.any(Array) as string[] } })
    expect(own(['src/b.py'])).toEqual({ subtasks: ['t'], files: [], promised: ['src/b.py', 'src/a.py'] })
  })
})
