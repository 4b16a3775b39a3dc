import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { cli, makeFolder, removeFolders } from './fixtures/cli.ts'
import { isLong } from '../../../test/fixtures/is-long.ts'
import { isShort } from '../../../test/fixtures/is-short.ts'
import { codeOf, type PlanRun, runPlan, testOf } from './default-path/run-plan.ts'
import { mistakes, sourcePlans } from './default-path/source-plans.ts'
import { unnamedPlans } from './default-path/unnamed-tests.ts'

afterAll(removeFolders)

/** `npm test` has two documents, `test:runs` all; each has another mistake, and in the long form all. */
const documents = isShort
  ? sourcePlans.filter(({ document }) => /^(?:phased|intelligent)-execution$/.test(document))
  : sourcePlans
const mistaken = documents.flatMap((plan, at) =>
  mistakes.filter((_, index) => isLong || index === at).map((mistake) => ({ ...plan, plan, mistake })),
)

/** Text without the breaks of a terminal's lines. */
const flat = (text: string): string => text.replace(/\s+/g, ' ')

describe.concurrent('documents by default', () => {
  // seed: phased-execution 1, phased-execution 40, phased-execution 41, phased-execution-draft 1
  // seed: task-based-execution 8, phase-execution-reference 45, intelligent-execution 29
  it.for(documents)('$document: its plan completes as its dry run predicts', async (plan, { expect }) => {
    const { code, text, dry, sessions, commits } = await runPlan(plan)
    expect(text).toContain(`Completed: `)
    expect(code).toBe(0)
    expect(commits).toHaveLength(plan.commits.length)
    commits.forEach((subject, at) => expect(subject.startsWith(plan.commits[at]!), subject).toBe(true))
    expect(flat(dry)).toContain(`Preset: ${plan.preset} (`)
    expect(flat(dry)).toContain(plan.required.length === 0 ? 'Validation: PASSED' : plan.required.join('; '))
    const opened = [...text.matchAll(/ (\S+) +its tests fail until (.+) makes? them pass/g)]
    expect(Object.fromEntries(opened.map(([, phase, by]) => [phase, by]))).toEqual(plan.debts)
    const count = (role: string, scope?: string): number =>
      sessions.filter((session) => session.role === role && session.scope === scope).length
    expect({
      developer: count('developer'),
      phase: count('reviewer', 'phase'),
      run: count('reviewer', 'run'),
    }).toEqual(plan.sessions)
    // The prompt of a phase that writes tests never asks it to make them pass.
    for (const { role, phase, prompt } of sessions)
      if (role === 'developer' && phase !== undefined && phase in plan.debts) {
        expect(prompt).toContain('Your new tests are expected to fail')
        expect(prompt).not.toContain('must pass on your result')
      }
  })

  // seed: phased-execution 42, phased-execution 43
  it.for(mistaken)(
    '$document: an agent that $mistake is found out',
    async ({ plan, mistake }, { expect }) => {
      const { work = {}, text: other = plan.text, ends } = plan.mistakes[mistake]
      const given = { ...plan, text: other, work: { ...plan.work, ...work } }
      const { code, text } = await runPlan(given, { dryRun: false })
      if (ends === 'completed') return expect(text).toContain('Completed: ')
      expect(flat(text)).toMatch(ends)
      expect(code).not.toBe(0)
      expect(text).not.toContain('Completed: ')
    },
  )
})

const existing = { 'src/slug.js': codeOf('slug'), 'src/title.js': codeOf('title') }
const testsOnly: PlanRun[] = [
  {
    name: 'plan.md',
    text: '# Cover\n\n| Phase | Name | Depends On |\n|---|---|---|\n| 1 | Tests for slug | - |\n| 2 | Tests for title | 1 |\n',
    work: { 1: { 'test/slug.test.js': testOf('slug') }, 2: { 'test/title.test.js': testOf('title') } },
  },
  {
    name: 'plan.md',
    text: '# Cover\n\n### Task 1: Write unit tests for slug\n\n### Task 2: Write unit tests for title\n',
    work: { 1: { 'test/slug.test.js': testOf('slug') }, 2: { 'test/title.test.js': testOf('title') } },
  },
  {
    name: 'plan.md',
    text: '# Cover\n\n1a. "Cover slug" -> type: test -> depends: []\n2a. "Cover title" -> type: test -> depends: [1a]\n',
    work: { '1a': { 'test/slug.test.js': testOf('slug') }, '2a': { 'test/title.test.js': testOf('title') } },
  },
]

describe.concurrent('tests of existing code', () => {
  it.for(testsOnly.slice(0, isShort ? 1 : 3).map((plan, at) => ({ plan, at: at + 1 })))(
    'are neither returned nor questioned: plan $at',
    async ({ plan }, { expect }) => {
      const { code, text, sessions } = await runPlan({ ...plan, files: existing }, { dryRun: false })
      expect(code).toBe(0)
      expect(text).toContain('Completed: 2 of 2')
      expect(text).not.toMatch(/returns to its session|asks:|TESTS_NOT_LINKED|tests fail until/)
      expect(sessions.filter(({ role }) => role === 'developer')).toHaveLength(2)
      for (const { role, prompt } of sessions)
        if (role === 'developer') expect(prompt).toContain('must pass on your result')
    },
  )
})

describe.concurrent('tests that no title names', () => {
  const check = async (text: string, name: string) => {
    const cwd = makeFolder()
    writeFileSync(join(cwd, name), text)
    const { stdout } = await cli(['check', name, '--json'], { cwd })
    return JSON.parse(stdout) as {
      requirements: { phaseId: string; text: string }[]
      issues: { code: string; message: string }[]
    }
  }
  const paid = ({ requirements }: Awaited<ReturnType<typeof check>>) =>
    Object.fromEntries(
      requirements.flatMap(({ phaseId, text }) => {
        const of = /pays for (\S+)$/.exec(text)?.[1]
        return of === undefined ? [] : [[of, phaseId]]
      }),
    )

  it.for(unnamedPlans.map((plan, at) => ({ ...plan, at: at + 1 })))(
    'are linked by files, or reported with the line to add: plan $at',
    async ({ text, name = 'plan.md', expected }, { expect }) => {
      const found = await check(text, name)
      if ('linked' in expected) return expect(paid(found)).toEqual(expected.linked)
      const { line, phase } = expected
      expect(paid(found)).toEqual({})
      const messages = found.issues
        .filter(({ code }) => code === 'TESTS_NOT_LINKED')
        .map(({ message }) => message)
      expect(messages).toEqual([expect.stringContaining(`add this line to it: ${line}`)])
      // The line does what the message says.
      const added = text.includes('| Phase |')
        ? `${text}\n## Phase ${phase}\n\n${line}\n`
        : text
            .replace(`### Task ${phase}`, `### Task ${phase}`)
            .replace(/(### Task 2[^]*?\*\*Files:\*\*) (.*)/, `$1 $2, ${line.replace('**Files:** ', '')}`)
      expect(paid(await check(added, name))).toEqual({ 1: phase })
    },
  )
})
