import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { wordCountPlan } from '../../../../test/prompts/word-count-plan.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import { createEffort } from '../../machine/state/effort.ts'
import { joinPhases } from '../../plan/join-phases.ts'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { PlanDraft } from '../../plan/model/plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { readSinglePhase } from '../../plan/read-single-phase.ts'
import { estimateTokens } from '../../text/estimate-tokens.ts'
import { type AssignmentRequest, describeAssignment } from './describe-assignment.ts'

const a: PhaseDraft = { id: 'a', title: 'Parser', body: 'Write a parser.' }

const assign = (
  plan: PlanDraft,
  more: Partial<Pick<AssignmentRequest, 'unit' | 'folder'>> = {},
  state: Partial<PhaseState> = {},
): string => {
  const { performer, phase } = createPerformer({ plan })
  const { id } = performer.state.phases[0]!
  Object.assign(phase(id), state)
  return describeAssignment({
    plan: performer.state.plan,
    phase: phase(id),
    unit: { kind: 'phase' },
    ...more,
  })
}
const folder = 'docs/amelia/x'

describe('the assignment of a phase', () => {
  it('is its body, then the parts that the body does not contain', () => {
    const subtasks = [
      { id: 'a1', title: 'Test', type: 'test', body: 'Red first.' } as const,
      { id: 'a2', title: 'Impl', type: 'impl' } as const,
    ]
    expect(assign({ phases: [{ ...a, subtasks }] })).toBe(
      'Write a parser.\n\n### a1 [test] Test\nRed first.\n\n### a2 [impl] Impl',
    )
  })

  it('contains a checklist once, with the ids of its parts', () => {
    const text = assign(wordCountPlan(), { folder })
    expect(text.split('Write the failing test')).toHaveLength(2)
    expect(text).toContain('- [ ] **Step 1: Write the failing test** [1.1]\n')
    expect(text).toContain('- [ ] **Step 3: Write the minimal implementation** [1.3]\n')
    expect(text.split('node --test test/count.test.js')).toHaveLength(2)
    expect(text).not.toContain('###')
  })

  it('marks parts that are done or skipped, and lists none of them again', () => {
    const plan = wordCountPlan()
    plan.phases[0]!.subtasks[0]!.status = 'done'
    const text = assign(plan, {}, { subtaskStatus: new Map([['1.2', 'skipped']]) })
    expect(text).toContain('Write the failing test** [1.1: done]')
    expect(text).toContain('see it fail** [1.2: skipped, leave it out]')
    const subtasks = [
      { id: 'a1', title: 'Over', status: 'done' } as const,
      { id: 'a2', title: 'To do' } as const,
    ]
    expect(assign({ phases: [{ ...a, subtasks }] })).toBe('Write a parser.\n\n### a2 [other] To do')
  })

  it('names the declared files that its text does not name', () => {
    const files = ['src/a.ts', 'src/b.ts']
    expect(assign({ phases: [{ ...a, body: 'Write src/a.ts and src/b.ts.', files }] })).toBe(
      'Write src/a.ts and src/b.ts.',
    )
    expect(assign({ phases: [{ ...a, files }] })).toBe(
      'Write a parser.\n\nFiles to write: src/a.ts, src/b.ts',
    )
    const many = Array.from({ length: 20 }, (_, index) => `src/${index}.ts`)
    expect(assign({ phases: [{ ...a, files: many }] })).toMatch(/src\/11\.ts and 8 more$/)
  })

  it('is the title of a phase without a text', () => {
    expect(assign({ phases: [{ id: 'a', title: 'Parser' }] })).toBe('Parser')
  })

  it('states that a command of a part must fail', () => {
    const steps = [{ id: 's', action: 'command', command: 'npm test', expectExitCode: 'fail' } as const]
    expect(assign({ phases: [{ ...a, subtasks: [{ id: 'a1', title: 'Red', steps }] }] })).toContain(
      '    npm test\n    It must fail.',
    )
  })
})

describe('the assignment of a part', () => {
  it('contains the body of its phase, with the part marked', () => {
    const text = assign(
      wordCountPlan(),
      { unit: { kind: 'subtask', subtaskId: '1.3' } },
      { subtaskStatus: new Map([['1.1', 'completed']]) },
    )
    expect(text).toContain(
      'Your part of phase 1 is 1.3 [impl] Write the minimal implementation. Other sessions do the other parts.',
    )
    expect(text).toContain('- Produces: `countWords(text: string): number`')
    expect(text).toContain('[1.1: done]')
    expect(text).toContain('[1.2: not your part]')
    expect(text).toContain('[1.3: your part]')
  })

  it('that its phase does not describe is added, without the other parts', () => {
    const subtasks = [
      { id: 'a1', title: 'Test', type: 'test', body: 'Red first.' } as const,
      { id: 'a2', title: 'Impl', type: 'impl' } as const,
    ]
    expect(assign({ phases: [{ ...a, subtasks }] }, { unit: { kind: 'subtask', subtaskId: 'a1' } })).toBe(
      'Your part of phase a is a1 [test] Test. Other sessions do the other parts.\n\nWrite a parser.\n\n### a1 [test] Test\nRed first.',
    )
  })
})

describe('a long assignment', () => {
  const long = wordCountPlan('Read this carefully.\n\n'.repeat(300))

  it('becomes a pointer to the lines of the plan, with title, parts, files and acceptance checks', () => {
    const text = assign(long, { folder })
    const [, start, end] = /read lines (\d+)-(\d+) of `docs\/amelia\/x\/plan\.md`/.exec(text)!
    const lines = long.source.split('\n').slice(Number(start) - 1, Number(end))
    expect(lines.join('\n')).toBe(long.phases[0]!.body)
    expect(text).toContain('phase 1 (Counting function)')
    expect(text).toContain('- 1.3 [impl] Write the minimal implementation')
    expect(text).toContain('- src/count.js')
    expect(text).toContain('- `node --test test/count.test.js` (must fail before the implementation)')
    expect(text).not.toContain('carefully')
  })

  it('names the part that is the unit', () => {
    const text = assign(long, { folder, unit: { kind: 'subtask', subtaskId: '1.3' } })
    expect(text).toContain('Your part of phase 1 is 1.3')
    expect(text).toContain('All of it')
    expect(text).not.toContain('- 1.1 [test]')
  })

  it('has at most 400 tokens, whatever its lists', () => {
    const name = '日本語'.repeat(30)
    const phase: PhaseDraft = {
      id: 'a',
      title: name,
      body: 'x '.repeat(3_000),
      files: Array.from({ length: 200 }, (_, index) => `src/${name}/${index}.ts`),
      subtasks: Array.from({ length: 200 }, (_, index) => ({
        id: `a${index}`,
        title: name,
        steps: [{ id: `s${index}`, action: 'command', command: `run ${index} ${name}` }],
      })),
    }
    const text = assign({ phases: [phase] }, { folder })
    expect(countTokens(text)).toBeLessThanOrEqual(400)
    expect(text).toMatch(/- (?:and )?\d+ more, see the plan/)
    expect(text.split('more, see the plan')).toHaveLength(4)
  })

  it('of a plan without a source text names the section', () => {
    const text = assign({ phases: [{ ...a, body: 'x '.repeat(3_000) }] }, { folder })
    expect(text).toContain('read the section of phase a in `docs/amelia/x/plan.md` to the end')
  })

  it('of a plan whose text is structured ends before the next phase', () => {
    const source = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`).join('\n')
    const subtasks = [{ id: 'a1', title: 'One', body: 'x '.repeat(3_000), line: 5 }]
    const phases = [
      { ...a, body: '', subtasks, line: 4 },
      { id: 'b', title: 'B', line: 20 },
    ]
    expect(assign({ source, phases }, { folder })).toContain('read lines 4-19 of')
  })

  it('is given in full where it cannot be read elsewhere, shortened only if a prompt was too long', () => {
    const body = 'x '.repeat(10_000).trim()
    expect(assign({ phases: [{ ...a, body }] })).toBe(body)
    const { phase } = createPerformer({ plan: { phases: [{ ...a, body }] } })
    const effort = { ...phase('a').effort, shortened: true }
    expect(assign({ phases: [{ ...a, body }] }, {}, { effort }).length).toBeLessThan(1_700)
  })
})

describe('an assignment that is too long for a prompt', () => {
  const long = (number: number): string => `Part ${number} ${'with a title that says everything '.repeat(12)}`
  const within = (text: string): void => {
    expect(estimateTokens(text)).toBeLessThanOrEqual(400)
    expect(countTokens(text)).toBeLessThanOrEqual(400)
  }
  const parts = Array.from({ length: 500 }, (_, index) => ({
    id: `a${index}`,
    title: long(index),
    type: 'impl' as const,
    files: [`src/${'deep/'.repeat(20)}${index}.ts`],
  }))

  // seed: phased-execution 24
  it.each([
    ['500 parts with long titles', { phases: [{ ...a, title: long(0), subtasks: parts }] }],
    [
      '500 files and acceptance checks',
      {
        phases: [
          {
            ...a,
            files: parts.map(({ files }) => files[0]!),
            body: 'x '.repeat(2_000),
            acceptance: parts.map(({ title }) => ({ command: `test ${title}`, line: 1 })),
          },
        ],
      },
    ],
    [
      'a text of 300 lines',
      readSinglePhase.parse(
        Array.from({ length: 300 }, (_, line) => `Line ${line}: ${long(line)}`).join('\n'),
      ).plan,
    ],
    [
      '500 phases joined into one',
      joinPhases(
        planSchema.parse({
          title: 'T',
          goal: 'G',
          phases: parts.map(({ id, title }) => ({ id, title, body: `Do it. ${title}` })),
        }),
      ),
    ],
  ] as [string, PlanDraft][])('is a pointer of at most 400 tokens: %s', (_, plan) => {
    const text = assign(plan, { folder })
    expect(text).toContain(`${folder}/plan.md`)
    within(text)
    within(assign(plan, { folder }, { effort: { ...createEffort(), shortened: true } }))
  })

  it('names one part with its title in the same size', () => {
    const plan = { phases: [{ ...a, body: 'x '.repeat(2_000), subtasks: parts }] }
    const text = assign(plan, { folder, unit: { kind: 'subtask', subtaskId: 'a7' } })
    expect(text).toContain('Your part of phase a is a7 [impl] Part 7 with')
    within(text)
  })
})
