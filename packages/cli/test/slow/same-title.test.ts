import { afterAll, describe, expect, it } from 'vitest'
import { git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

describe('ten processes that start runs with the same title at once', () => {
  it('complete on ten branches with separate folders that can all be merged', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo 1 > one' }])
    const args = ['run', plan, '--repo', repository, '--driver', 'steps', '--trust', 'autonomous', '--yes']
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => startCli(args).outcome))
    for (const { code, stdout, stderr } of outcomes) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).not.toContain('moved by')
    }
    const branches = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia').split(
      '\n',
    )
    expect(branches).toHaveLength(10)
    const subjects = 'Report: Small things\nPhase 1: Do 1\nPlan: Small things'
    for (const branch of branches) {
      expect(git(repository, 'log', '--format=%s', `main..${branch}`)).toBe(subjects)
      const folder = branch.replace('amelia/', 'docs/amelia/')
      const files = git(repository, 'ls-tree', '-r', '--name-only', branch, 'docs').split('\n')
      expect(files.every((file) => file.startsWith(`${folder}/`))).toBe(true)
      git(repository, 'merge', '-q', '--no-edit', branch)
    }
    expect(git(repository, 'for-each-ref', 'refs/amelia/target')).toBe('')
  }, 180_000)
})
