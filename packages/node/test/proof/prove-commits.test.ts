import { proveCommits } from '@amelia/node'
import { describe, expect, it } from 'vitest'
import { provenRepository } from '../../../../test/fixtures/proof/proven-repository.ts'

describe('proveCommits', () => {
  it('proves the commits of a run in a clone that has only the branch and the statements', async () => {
    const { dir, allowed } = provenRepository()
    const report = await proveCommits({ repo: dir, allowedSigners: allowed })
    expect(report).toMatchObject({
      verdict: 'proven',
      chosen: 'oldest-statement',
      counts: { proven: 3, claimed: 0, uncovered: 0, 'not-reproducible': 0, contradicted: 0 },
      phases: { total: 2, signed: 2, proven: 2 },
      problems: [],
    })
    expect(report.commits.map(({ subject }) => subject)).toEqual([
      'Add the plan',
      'Add numbers',
      'Double numbers',
    ])
    expect(report.commits[1]).toMatchObject({ signedBy: 'author-key@example.org', match: 'commit' })
    expect(report.commits[2]!.replayed.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'red same',
      'test same',
      'lint same',
    ])
  })
})
