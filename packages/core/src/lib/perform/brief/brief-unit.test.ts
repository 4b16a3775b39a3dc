import { describe, expect, it } from 'vitest'
import { createPerformer, type PerformerOptions } from '../../../../test/performer-fixture.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import { renderPlan } from '../../report/render/render-plan.ts'
import { briefUnit, type BriefingRequest } from './brief-unit.ts'

const test: Check = { name: 'test', argv: ['npm', 'test'], when: 'always', optional: false }

interface Given extends PerformerOptions {
  attempt?: Partial<PhaseState['attempt']>
  more?: Partial<PhaseState>
  unit?: { kind: 'phase' } | { kind: 'subtask'; subtaskId: string }
  request?: BriefingRequest
  plans?: number
}

const brief = async ({
  attempt,
  more,
  unit = { kind: 'phase' },
  request,
  plans = 1,
  ...options
}: Given = {}) => {
  const { performer, phase, open } = createPerformer({
    plan: {
      title: 'Work',
      phases: [
        {
          id: 'a',
          title: 'A',
          body: 'Do it.',
          subtasks: [
            { id: 'a.1', title: 'Red', type: 'test' },
            { id: 'a.2', title: 'Green', type: 'impl' },
          ],
        },
      ],
    },
    ...options,
  })
  performer.state.plans = plans
  const workspace = { ...(await open('a')), dir: '/slots/1' }
  Object.assign(phase('a'), more)
  Object.assign(phase('a').attempt, attempt)
  return briefUnit(
    { performer, phase: phase('a'), workspace },
    unit,
    request ?? { session: { knowsUnit: false } },
  )
}
const withRules = { world: { files: { 'AGENTS.md': 'Use tabs.\n' } } }
const rateLimit = { class: 'rate_limited', message: '429' } as const

describe('the rules of the project', () => {
  it('are named if the base contains them', async () => {
    expect(await brief(withRules)).toContain('- Project rules, binding too: `AGENTS.md`.')
    expect(await brief()).not.toContain('Project rules')
  })

  it('are those of the base: an edit by the agent does not count, nor does a file that it added', async () => {
    const attempt = { work: { commit: 'c', tree: 't', files: ['AGENTS.md', 'CLAUDE.md'] } }
    const prompt = await brief({ ...withRules, attempt })
    expect(prompt).toMatch(/binding too: `git show [0-9a-f]+:AGENTS\.md`\./)
    expect(prompt).not.toContain('CLAUDE.md')
  })

  it('are those that the run began on, until a phase that declares such a file is integrated', async () => {
    const { performer, phase, open, host } = createPerformer({
      ...withRules,
      plan: {
        title: 'Work',
        phases: [
          { id: 'a', title: 'A', files: ['AGENTS.md'] },
          { id: 'b', title: 'B' },
        ],
      },
    })
    const workspace = await open('a')
    await workspace.fs.writeFile('/AGENTS.md', 'Use spaces.\n')
    const changes = await host.git.changedPaths(workspace)
    const { commit } = await host.git.commitAttempt(workspace, {
      ...{ ref: 'refs/amelia/r1/attempt/a/1', message: 'A', date: 0, changes },
    })
    const { state } = performer
    const { base } = state
    Object.assign(phase('b').attempt, { base: commit })
    const prompt = () =>
      briefUnit(
        { performer, phase: phase('b'), workspace },
        { kind: 'phase' },
        { session: { knowsUnit: false } },
      )
    expect(await prompt()).toContain(`binding too: \`git show ${base}:AGENTS.md\`.`)
    phase('a').integrated = { commit, under: base }
    state.integrated.push(0)
    expect(await prompt()).toContain('binding too: `AGENTS.md`.')
    Object.assign(phase('a'), { planned: { ...phase('a').planned, files: ['src'] } })
    expect(await prompt()).toContain(`binding too: \`git show ${base}:AGENTS.md\`.`)
  })
})

describe('the plan', () => {
  const settings = { artifacts: 'commit', execution: 'x' } as const
  const path = 'docs/amelia/x/plan.md'

  it('is pointed to if it is in the tree', async () => {
    expect(await brief({ settings })).toContain(`The plan: \`${path}\``)
    expect(await brief({ settings: { ...settings, artifacts: 'none' } })).not.toContain('The plan:')
  })

  it('that a person edited is pointed to once the tree contains the edit', async () => {
    const { performer } = createPerformer({ plan: { title: 'Work', phases: [{ id: 'a', title: 'A' }] } })
    const plan = performer.state.plan
    const old = { settings, plan, plans: 2, world: { files: { [path]: '# Old\n' } } }
    expect(await brief(old)).not.toContain('The plan:')
    expect(await brief({ ...old, world: { files: { [path]: renderPlan(plan) } } })).toContain('The plan:')
  })
})

describe('the checks', () => {
  const settings = { checks: [test] }

  it('must pass on a phase and on its last part', async () => {
    expect(await brief({ settings })).toContain('must pass on your result.')
    const last = {
      unit: { kind: 'subtask', subtaskId: 'a.2' } as const,
      more: { subtaskStatus: new Map([['a.1', 'completed'] as const]) },
    }
    expect(await brief({ settings, ...last })).toContain('must pass on your result.')
  })

  it('run after the last part', async () => {
    const unit = { kind: 'subtask', subtaskId: 'a.1' } as const
    expect(await brief({ settings, unit })).toContain('run on the finished phase')
  })

  it('may fail for tests of a later phase only if red is taken', async () => {
    const part = (id: string, type: 'test' | 'impl') => [{ id, title: id, type }]
    const plan = {
      phases: [
        { id: 'a', title: 'A', subtasks: part('a.1', 'test') },
        { id: 'b', title: 'B', dependsOn: ['a'], subtasks: part('b.1', 'impl') },
      ],
    }
    for (const tdd of ['auto', 'full'] as const) {
      const prompt = await brief({ plan, settings: { ...settings, tdd } })
      expect(prompt).toContain('phase b does. These run on your result. Your new tests are expected')
      expect(prompt).not.toContain('must pass on your result')
    }
    expect(await brief({ plan, settings: { ...settings, tdd: 'static' } })).toContain(
      'must pass on your result.',
    )
  })
})

describe('an interrupted unit', () => {
  const work = { commit: 'c', tree: 't', files: ['a.ts'] }

  it('continues in its session, in the folder of today', async () => {
    const prompt = await brief({ request: { session: { knowsUnit: true }, interruption: rateLimit } })
    expect(prompt).toMatch(/^Continue with phase a\. You were interrupted by the provider's rate limit/)
    expect(prompt).toContain('Your folder is now /slots/1\n')
  })

  it('continues in a fresh session that is told what exists', async () => {
    const prompt = await brief({
      request: { session: { knowsUnit: false }, interruption: { class: 'session_lost', message: 'gone' } },
      attempt: { work },
      more: { subtaskStatus: new Map([['a.1', 'completed'] as const]) },
    })
    expect(prompt).toContain('## Assignment')
    expect(prompt).toContain('## Interruption')
    expect(prompt).toContain('Done before: a.1 Red.')
    expect(prompt).not.toContain('Choose a different approach')
  })

  it('begins if nothing was done before', async () => {
    const prompt = await brief({ request: { session: { knowsUnit: false }, interruption: rateLimit } })
    expect(prompt).not.toContain('## Interruption')
  })
})
