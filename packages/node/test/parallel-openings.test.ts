import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository } from '../../../test/fixtures/temporary-repository.ts'

/** A content filter that notes its start and its end, and starts git often enough to take some time. */
const filter = (log: string): string =>
  `sh -c 'echo 1 >>${log}; cat; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do git --version >/dev/null; done; echo -1 >>${log}'`

it('fills at most one new workspace per core at a time', async () => {
  const user = createRepository()
  onTestFinished(() => user.close())
  user.write('slow.txt', 'content\n')
  user.write('.gitattributes', 'slow.txt filter=slow\n')
  user.sh('add', '-A')
  user.sh('commit', '-qm', 'Filter a file')
  const log = join(user.dir, 'filled.log')
  user.sh('config', 'filter.slow.smudge', filter(log))
  const base = user.sh('rev-parse', 'HEAD')

  const git = nativeGit({ repo: user.repo, slots: user.slots })
  const count = availableParallelism() + 6
  const ready: number[] = []
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const workspace = await git.openWorkspace({ runId: 'r1', base })
      ready.push(at)
      expect(readFileSync(join(workspace.dir!, 'slow.txt'), 'utf8')).toBe('content\n')
    }),
  )

  let running = 0
  const most = Math.max(
    ...readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((step) => (running += Number(step))),
  )
  expect(ready).toHaveLength(count)
  expect(most).toBeLessThanOrEqual(availableParallelism())
})
