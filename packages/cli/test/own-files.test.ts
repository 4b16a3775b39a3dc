import { afterAll, describe, expect, it } from 'vitest'
import { isLong } from '../../../test/fixtures/is-long.ts'
import { isShort } from '../../../test/fixtures/is-short.ts'
import { all, expectUntouched, planOf, prepare } from './default-path/attack-run.ts'
import { git, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** The most different attacks, or all of them, with the flags of their runs. */
const attacks: [titles: string[], args: string[]][] = [
  ...(isLong ? all : [['edit', 'plan']]).map((titles): [string[], string[]] => [titles, []]),
  ...(isLong ? all : isShort ? [] : [['edit', 'delete', 'rename', 'link']]).map(
    (titles): [string[], string[]] => [titles, ['--in-place']],
  ),
]

describe("an agent that attacks the run's folder", { timeout: 300_000 }, () => {
  it.for(attacks)('by %j reaches no commit and no later session (%j)', async ([titles, args]) => {
    const plan = planOf([...titles, 'nothing'])
    const { repo, amelia } = prepare(plan)
    const outcome = await amelia('run', 'plan.md', '--test', 'true', ...args)
    const { text, branch, sessions } = outcome
    expectUntouched(repo, plan, outcome)
    expect(sessions.filter(({ isReview }) => !isReview)).toHaveLength(titles.length + 1)
    const [folder] = git(repo, 'ls-tree', '--name-only', branch, 'docs/amelia/').split('\n')
    expect(git(repo, 'show', `${branch}:${folder}/plan.md`)).toBe(plan.trim())
    if (titles[0] !== 'edit') return
    const summary = git(repo, 'show', `${branch}:${folder}/phase-1/summary.md`)
    expect(summary).toContain('Proposed a change of the plan')
    expect(text).toMatch(/ 1 +proposes to change the plan, which stays as it is: docs/)
    expect(git(repo, 'show', `${branch}:${folder}/report.md`)).toContain('proposes to change the plan')
  })
})
