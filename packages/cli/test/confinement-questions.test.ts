import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, removeFolders } from './fixtures/cli.ts'
import { makeStepPlan, pathWithout } from './fixtures/path-without-bubblewrap.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

const { works, detail } = probeConfinement()
if (!works) console.warn(`not covered: runs that lose their confinement (${detail})`)

const flags = ['--trust', 'autonomous', '--yes', '--target', 'work']
const size = { cols: 200, rows: 40 }
const question = 'continue without confinement'

const off = { level: 'off', on: false }
const confinementOf = ({ stdout }: { stdout: string }): unknown =>
  (JSON.parse(stdout) as { confinement: unknown }).confinement

/** Runs a command at a terminal of a machine that cannot confine, and answers its question with a key. */
const answer = async (args: readonly string[], repository: string, key: 'c' | 's') => {
  const terminal = startInTerminal(args, { cwd: repository, size, env: { PATH: pathWithout() } })
  const shown = await terminal.until(question)
  await terminal.press(key, key === 'c' ? /\[c\/s\] continue|Completed/ : /\[c\/s\] stop/)
  return { shown, code: await terminal.exited, text: terminal.output() }
}

describe('a run of the level "files" at a terminal, where the machine cannot confine', () => {
  it('asks, and does not start if a person stops it', async () => {
    const repository = makeStepPlan('echo done > made.txt')
    const args = ['run', 'plan.md', ...flags, '--confine', 'files']
    const { shown, code } = await answer(args, repository, 's')
    expect(shown).toMatch(
      /The run is to be confined, and this machine cannot confine processes: bubblewrap is not/,
    )
    expect(code).toBe(130)
    expect(existsSync(join(repository, '.git/amelia/runs'))).toBe(false)
  })

  it('runs without confinement if a person continues', async () => {
    const repository = makeStepPlan('echo done > made.txt')
    const { code, text } = await answer(['run', 'plan.md', ...flags, '--confine', 'files'], repository, 'c')
    expect(code, text).toBe(0)
    expect(confinementOf(await cli(['status', '--json'], { cwd: repository }))).toMatchObject(off)
  })
})

describe.runIf(works)('a run that was confined', () => {
  it('is named so by the dry run and by its first event', async () => {
    const repository = makeStepPlan('echo done > made.txt')
    const confinement = { level: 'auto', on: true, detail }
    const dry = await cli(['run', 'plan.md', ...flags, '--dry-run', '--json'], { cwd: repository })
    expect(JSON.parse(dry.stdout)).toMatchObject({ confinement })
    const { stdout } = await cli(['run', 'plan.md', ...flags, '--json'], { cwd: repository })
    const [first = ''] = stdout.split('\n')
    expect(JSON.parse(first)).toMatchObject({ type: 'run_started', confinement })
  })

  it.each(['auto', 'files'])(
    'asks at the level %s before it is resumed where the machine cannot confine',
    async (level) => {
      const go = join(makeFolder(), 'go')
      const repository = makeStepPlan(`test -e ${go} && echo done > made.txt`)
      const first = await cli(['run', 'plan.md', ...flags, '--confine', level], { cwd: repository })
      expect(first.code, first.stderr).toBe(3)
      const stopped = await answer(['resume'], repository, 's')
      expect(stopped.shown).toMatch(/Run \S+ was confined, and this machine cannot confine processes/)
      expect(stopped.code).toBe(130)
      const unattended = await cli(['resume'], { cwd: repository, env: { PATH: pathWithout() } })
      expect(unattended.code).toBe(2)
      expect(unattended.stderr).toMatch(/ amelia resume \S+ --confine off$/m)
      writeFileSync(go, '')
      expect(await cli(['answer', '1', 'retry'], { cwd: repository })).toMatchObject({ code: 0 })
      const { code, text } = await answer(['resume'], repository, 'c')
      expect(code, text).toBe(0)
      expect(confinementOf(await cli(['status', '--json'], { cwd: repository }))).toMatchObject(off)
    },
  )

  it('gives the command of a reviewer a workspace that it can only read', async () => {
    const repository = makeStepPlan('echo done > made.txt')
    const log = join(makeFolder(), 'log')
    writeFileSync(log, '')
    const review = (script: string) => ['--reviewer', `sh -c '${script}'`]
    const reads = await cli(
      [
        'run',
        'plan.md',
        ...flags,
        ...review(`cat made.txt >> ${log}; echo x > "$TMPDIR/x" && cat "$TMPDIR/x" >> ${log}`),
      ],
      { cwd: repository },
    )
    expect(reads.code, reads.stderr + reads.stdout).toBe(0)
    expect(readFileSync(log, 'utf8')).toBe('done\nx\n')
    const writes = await cli(
      ['run', 'plan.md', ...flags.slice(0, 3), '--target', 'other', ...review('echo y > /etc/y')],
      {
        cwd: repository,
      },
    )
    expect(writes.code).toBe(3)
    expect(writes.stdout + writes.stderr).toMatch(
      /could not write to \/etc\/y: a reviewer's command writes only below/,
    )
    expect(git(repository, 'branch', '--list', 'other')).toBe('')
  })

  it('hides paths and closes the network as its settings name them', async () => {
    const hidden = join(makeFolder(), 'hidden')
    writeFileSync(hidden, 'secret\n')
    const repository = makeStepPlan(`cat ${hidden} > made.txt; grep -c : /proc/net/dev >> made.txt`)
    const settings = ['--set', `confineHide=${hidden}`, '--set', 'confineNetwork=none']
    const { code, stderr } = await cli(['run', 'plan.md', ...flags, ...settings], { cwd: repository })
    expect(code, stderr).toBe(0)
    // The loopback is the only network.
    expect(git(repository, 'show', 'work:made.txt')).toBe('1')
  })
})
