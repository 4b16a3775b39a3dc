import { afterAll, describe, expect, it } from 'vitest'
import { tasks, tell } from './default-path/tell-rounds.ts'
import { git, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

describe('another round', () => {
  it('has its number: a loop of reviews has five, then it fails if nobody can answer', async () => {
    const { code, text, developers, reviewers } = await tell('refused', tasks(1))
    expect(reviewers).toHaveLength(5)
    expect(developers).toHaveLength(5)
    expect(text).not.toMatch(/same failure|attempt \d+ of/)
    expect(code).toBe(1)
  })

  it('leads to a question if somebody may answer, with `approve` among the choices', async () => {
    const { text, repo, reviewers } = await tell('refused', tasks(1), { trust: 'standard' })
    expect(reviewers).toHaveLength(5)
    expect(text).toContain('approve')
    expect(git(repo, 'for-each-ref', 'refs/heads/out')).toBe('')
  })
})
