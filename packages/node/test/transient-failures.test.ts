import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const open: TemporaryRepository[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const world of open.splice(0)) world.close()
})

/** Creates a `git` that runs the user's `git gc --prune=now` once, before it imports a commit. */
const pruningGit = (world: TemporaryRepository): void => {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const bin = join(world.dir, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'git'),
    `#!/bin/sh
case " $* " in *" fast-import "*)
  if mkdir ${bin}/pruned 2>/dev/null; then ${real} -C ${world.repo} gc --quiet --prune=now; fi ;;
esac
exec ${real} "$@"
`,
    { mode: 0o755 },
  )
  vi.stubEnv('PATH', `${bin}:${process.env['PATH']}`)
}

describe('a `git gc --prune=now` of the user’s', () => {
  it("between storing an attempt's blobs and its commit is harmless: the blobs are stored again", async () => {
    const world = createRepository()
    open.push(world)
    const git = nativeGit({ repo: world.repo, slots: world.slots })
    const workspace = await git.openWorkspace({ runId: 'r1', base: world.base })
    writeFileSync(join(workspace.dir!, 'new.txt'), 'new\n')
    const changes = await git.changedPaths(workspace)
    pruningGit(world)
    const request = { ref: 'refs/amelia/r1/attempt/1/1', message: 'Work\n', date: 0, changes }
    const { commit } = await git.commitAttempt(workspace, request)
    expect(world.sh('show', `${commit}:new.txt`)).toBe('new')
    world.sh('gc', '--quiet', '--prune=now')
    expect(world.sh('show', `${commit}:new.txt`)).toBe('new')
    await git.removeWorkspaces!('r1')
  })
})
