import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, removeFolders } from './fixtures/cli.ts'
import { finishRun, refNames, runBranch } from './fixtures/finished-run.ts'

afterAll(removeFolders)

let finished = ''

beforeAll(async () => {
  finished = (await finishRun('test ! -e broken.txt')).repository
})

const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()

/** Creates a git, first in PATH, that kills the command line at its n-th update of refs. */
const createGit = (call: number, moment: 'before' | 'after'): Record<string, string> => {
  const folder = makeFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const text = `#!/bin/sh
case "$*" in *update-ref*) echo x >> '${folder}/calls'; n=$(wc -l < '${folder}/calls');; *) exec '${real}' "$@";; esac
if [ "$n" = ${call} ]; then
  [ ${moment} = after ] && '${real}' "$@" > /dev/null 2>&1
  kill -9 $PPID $$
fi
exec '${real}' "$@"
`
  writeFileSync(join(bin, 'git'), text)
  chmodSync(join(bin, 'git'), 0o755)
  return { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, TMPDIR: makeFolder() }
}

describe.skipIf(!existsSync('/proc'))(
  'amelia merge, killed at each update of refs',
  { timeout: 300_000 },
  () => {
    it.each(['before', 'after'] as const)('%s it, ends whole or has not begun', async (moment) => {
      let isKilled = true
      let call = 1
      for (; isKilled; call++) {
        const repository = makeFolder()
        cpSync(finished, repository, { recursive: true })
        const [from, to] = [
          git(repository, 'rev-parse', 'main'),
          git(repository, 'rev-parse', runBranch(repository)),
        ]
        const outcome = await cli(['merge', '--yes', '--repo', repository], { env: createGit(call, moment) })
        isKilled = outcome.signal === 'SIGKILL'
        const now = git(repository, 'rev-parse', 'main')
        expect([from, to], `call ${call}`).toContain(now)
        if (isKilled && now === from) expect(refNames(repository)).toContain('refs/heads/amelia/')
        const again = await cli(['merge', '--yes', '--repo', repository])
        expect({ call, ...again }).toMatchObject({ code: 0 })
        expect(git(repository, 'rev-parse', 'main')).toBe(to)
        expect(refNames(repository), `call ${call}`).toBe('refs/heads/main')
        expect(git(repository, 'status', '--porcelain')).toBe('')
      }
      // The move of the branch, what clean deletes, the rest, and the marks of the merge.
      expect(call).toBeGreaterThan(4)
    })
  },
)
