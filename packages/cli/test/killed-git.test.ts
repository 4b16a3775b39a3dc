import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()

/** Creates a git, first in PATH, that counts its calls and kills itself at those of a shell condition. */
const createGit = (folder: string, condition: string, moment: 'before' | 'after') => {
  const bin = join(folder, 'bin')
  const calls = join(folder, 'calls')
  mkdirSync(bin)
  const text = `#!/bin/sh
calls='${calls}'
exec 9> '${calls}.lock'; flock 9
echo "$*" >> '${calls}'
n=$(wc -l < '${calls}')
exec 9>&-
if ${condition}; then
  # The process that reads objects does not end before its input does.
  if [ ${moment} = after ] && [ "\${*#*--batch-command}" = "$*" ]; then '${real}' "$@" > /dev/null 2>&1 < /dev/stdin; fi
  kill -9 $$
fi
exec '${real}' "$@"
`
  writeFileSync(join(bin, 'git'), text)
  chmodSync(join(bin, 'git'), 0o755)
  const env = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, TMPDIR: makeFolder() }
  return { env, count: () => readFileSync(calls, 'utf8').split('\n').length - 1 }
}

const rows = [
  { id: '1', run: 'echo one > one.txt' },
  { id: '2', after: '1', run: 'echo two > two.txt' },
]
const flags = ['--trust', 'autonomous', '--yes']

/** Runs a small plan with a git that dies. */
const runWith = async (condition: string, moment: 'before' | 'after' = 'before') => {
  const folder = makeFolder()
  const repository = makeRepository()
  const before = snapshot(repository)
    .split('\n')
    .filter((line) => !/^\.\/\.git|refs\/(amelia|heads\/amelia)/.test(line))
  const { env, count } = createGit(folder, condition, moment)
  const ended = await cli(['run', writePlan(folder, rows), '--repo', repository, ...flags], { env })
  const after = snapshot(repository)
    .split('\n')
    .filter((line) => !/^\.\/\.git|refs\/(amelia|heads\/amelia)/.test(line))
  expect(after).toEqual(before)
  const branch = git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
  const format = '--format=%(trailers:key=Amelia-Phase,valueonly,separator=)'
  const phases = branch === '' ? [] : git(repository, 'log', format, `main..${branch}`).split('\n').sort()
  return { ...ended, repository, phases, calls: count(), env }
}

describe.skipIf(!existsSync('/proc'))('a run whose git is killed', { timeout: 600_000 }, () => {
  it.each([
    ['update-ref', 'before'],
    ['update-ref', 'after'],
    ['fast-import', 'after'],
    ['cat-file', 'before'],
    ['read-tree', 'after'],
  ] as const)('completes: first %s, %s', async (name, moment) => {
    const mark = `once-${name}-${moment}`
    const condition = `[ "\${*#*${name}}" != "$*" ] && mkdir "$TMPDIR/${mark}" 2> /dev/null`
    const { code, stderr, phases } = await runWith(condition, moment)
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('Trying again.') })
    expect(phases).toEqual(['1', '2'])
  })

  it('names the run and the command that continues it where repetitions do not help', async () => {
    const { code, stderr, repository, env } = await runWith(
      `[ "\${*#*update-ref}" != "$*" ] && [ "$(grep -c update-ref "$calls")" -gt 2 ]`,
    )
    const [, id = ''] =
      /Run (\S+) has stopped\. To continue it: amelia resume \1 --repo \S+\n$/.exec(stderr) ?? []
    expect({ code, stderr, id }).toMatchObject({ code: 1, id: expect.stringMatching(/./) })
    const resumed = await cli(['resume', id, '--repo', repository], { env: { TMPDIR: env.TMPDIR } })
    expect(resumed).toMatchObject({ code: 0 })
  })

  // Each call of the run in turn: `KILLED_CALLS=1` at night.
  const isEach = process.env['KILLED_CALLS'] === '1'
  const moments = ['before', 'after'] as const
  it.each(moments)('completes whichever call is killed, %s', async (moment) => {
    const { calls } = await runWith('false')
    const step = isEach ? 1 : Math.ceil(calls / 3)
    for (let call = step; call <= calls; call += step) {
      const { code, stderr, phases } = await runWith(`[ "$n" = ${call} ]`, moment)
      expect({ call, code, stderr, phases }).toMatchObject({ code: 0, phases: ['1', '2'] })
    }
  })
})
