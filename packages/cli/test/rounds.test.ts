import { afterAll, describe, expect, it } from 'vitest'
import { tasks, tell } from './default-path/tell-rounds.ts'
import { git, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** Two phases that may run at the same time. */
const table = [
  '# Files',
  '',
  '| Phase | Name | Depends On |',
  '|---|---|---|',
  '| 1 | First | - |',
  '| 2 | Second | - |',
  '',
  '## Phase 1: First',
  '',
  'Change the files.',
  '',
  '## Phase 2: Second',
  '',
  'Change the files, too.',
  '',
].join('\n')

describe('another round', () => {
  it('after a review keeps the work, and is not a failed attempt', async () => {
    const { code, text, repo, developers } = await tell('reviewed', tasks(2))
    expect(text).toContain('round 2 of at most 5: changes requested')
    expect(text).not.toMatch(/attempt \d+ of|failed|different approach/i)
    expect(code).toBe(0)
    expect(developers.map(({ phase }) => phase)).toEqual(['1', '1', '2', '2'])
    const [, first, , second] = developers
    expect(first?.files['one.txt']).toBe('1\n')
    expect(second?.files['two.txt']).toBe('1\n')
    for (const { prompt } of [first!, second!]) {
      expect(prompt).toContain('The work so far is in this folder.')
      expect(prompt).toContain('Add a line.')
      expect(prompt).not.toMatch(/different approach|git apply|attempt/i)
    }
    expect(git(repo, 'show', 'out:one.txt')).toBe('1\n2')
    expect(git(repo, 'log', '--format=%(trailers:key=Amelia-Attempt,valueonly)', 'out')).not.toContain('2')
    const run = git(repo, 'log', '-1', '--format=%(trailers:key=Amelia-Run,valueonly)', 'out').trim()
    expect(git(repo, 'show', `refs/amelia/${run}/round/1/1/1:one.txt`)).toBe('1')
  })

  it('after an honest partial finishes the rest', async () => {
    const { code, text, repo, developers } = await tell('partial', tasks(1))
    expect(code).toBe(0)
    expect(text).toContain('round 2 of at most 5: a part is left')
    expect(text).not.toMatch(/failed/)
    expect(developers).toHaveLength(2)
    expect(developers[1]?.files['one.txt']).toBe('1\n')
    expect(developers[1]?.prompt).toContain('## Finish these')
    expect(git(repo, 'show', 'out:one.txt', 'out:two.txt')).toBe('1\n2')
  })

  it("after a person's feedback continues the work that the person saw", async () => {
    const { text, repo, amelia, driver, reviewers } = await tell('approved', tasks(1), { trust: 'paranoid' })
    expect(text).toContain('1: its agent asks to inspect: Is line 1 long enough?')
    expect(reviewers[0]!.prompt).toContain('    its agent asks to inspect: Is line 1 long enough?')
    const [, run, gate] = /amelia answer (\S+) (\S+) approve/.exec(text) ?? []
    expect(run, text).toBeDefined()
    const answered = await amelia('answer', run!, gate!, 'send-back', '--feedback', 'Add a line.')
    expect(answered.code, answered.text).toBe(0)
    const { text: resumed, developers } = await amelia('resume', run!, ...driver)
    expect(developers, resumed).toHaveLength(2)
    expect(developers[1]).toMatchObject({ files: { 'one.txt': '1\n' } })
    expect(developers[1]!.prompt).toContain('Add a line.')
    expect(resumed).not.toMatch(/attempt \d+ of|failed/)
    expect(developers[1]!.prompt).not.toMatch(/attempt|different approach/i)
    const head = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/amelia/*/attempt/1/1')
    expect(git(repo, 'show', `${head}:one.txt`)).toBe('1\n2')
  })

  it('after a conflict has both changes in its folder, also renamed, deleted and binary files', async () => {
    const files = {
      'shared.txt': 'base\n',
      'old.txt': 'a\nb\nc\n',
      'gone.txt': 'x\ny\n',
      'image.bin': '\0base',
    }
    const { code, text, repo, developers } = await tell('conflict', table, { files })
    expect(text).toContain('round 1 of at most 2: it does not fit what was integrated since it began')
    expect(code).toBe(0)
    expect(developers).toHaveLength(3)
    const { prompt, files: found } = developers[2]!
    expect(prompt).toContain('## Conflict')
    for (const path of ['shared.txt', 'gone.txt', 'image.bin']) expect(prompt).toContain(path)
    expect(found['shared.txt']).toMatch(
      /^<<<<<<< the-run\S*\nby \d\n=======\nby \d\n>>>>>>> this-phase\S*\n$/,
    )
    expect(git(repo, 'show', 'out:shared.txt').split('\n').sort()).toEqual(['by 1', 'by 2'])
    expect(git(repo, 'show', 'out:new.txt')).toBe('a\nb\nc\nby 2')
    expect(git(repo, 'ls-tree', '--name-only', 'out', 'done/')).toBe('done/1.txt\ndone/2.txt')
  })
})
