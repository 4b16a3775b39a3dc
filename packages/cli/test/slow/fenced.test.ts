import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

const until = async (holds: () => boolean): Promise<void> => {
  for (const end = Date.now() + 30_000; !holds(); await setTimeout(20))
    if (Date.now() > end) throw new Error(`Still not true after 30 s: ${holds.toString()}`)
}

/** Starts the command line in its own pid namespace, where its pid says nothing to other processes. */
const startApart = (args: string[]) => {
  const namespace = process.getuid?.() === 0 ? '-pf' : '-Urpf'
  const command = [namespace, process.execPath, join(inject('programs'), 'cli.mjs'), ...args]
  const child = spawn('unshare', command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
  const pid = (): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')[0])
  return { ended, signal: (name: NodeJS.Signals) => process.kill(pid(), name) }
}

/** Makes the lease look as if its process had been suspended for so long that it counts as dead. */
const backdateLease = (folder: string): void => {
  const [lease = ''] = readdirSync(folder).filter((name) => name.startsWith('lease.'))
  const past = Date.now() / 1000 - 120
  utimesSync(join(folder, lease), past, past)
}

describe('a process that is suspended, loses its run to another process, and continues', () => {
  it.each([
    ['in slots', []],
    ['in place', ['--in-place']],
  ])('changes nothing, and the new owner completes the run (%s)', async (_name, more) => {
    const repository = makeRepository()
    const outside = makeFolder()
    const work = [
      `cd "$PWD"; if mkdir ${outside}/first 2>/dev/null`,
      `then until test -e ${outside}/go-first; do sleep 0.02; done; exit 1`,
      `else echo half > half.txt; touch ${outside}/second; until test -e ${outside}/go-second; do sleep 0.02; done`,
      'cat half.txt > one.txt; rm half.txt',
      'fi',
    ].join('; ')
    const plan = writePlan(makeFolder(), [
      { id: '1', run: work.replaceAll('then;', 'then').replaceAll('else;', 'else') },
    ])
    const flags = ['--repo', repository, '--trust', 'autonomous', '--yes', '--max-attempts', '1', ...more]
    const first = startApart(['run', plan, ...flags])
    await until(() => existsSync(join(outside, 'first')))
    first.signal('SIGSTOP')
    const runs = join(repository, '.git/amelia/runs')
    const [run = ''] = readdirSync(runs)
    backdateLease(join(runs, run))

    const second = startCli(['resume', run, '--repo', repository])
    await until(() => existsSync(join(outside, 'second')))
    writeFileSync(join(outside, 'go-first'), '')
    first.signal('SIGCONT')
    const fenced = await first.ended
    expect(fenced.output).toContain('LEASE_LOST')
    expect(fenced.code).not.toBe(0)
    if (more.length > 0) expect(existsSync(join(repository, 'half.txt'))).toBe(true)

    writeFileSync(join(outside, 'go-second'), '')
    const { code, stdout, stderr } = await second.outcome
    expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' })
    const head = git(repository, 'rev-parse', `refs/amelia/${run}/head`)
    expect(git(repository, 'show', `${head}:one.txt`)).toBe('half')
    expect(git(repository, 'status', '--porcelain')).toBe('')
    expect((await cli(['clean', run, '--repo', repository])).code).toBe(0)
    execFileSync('git', ['fsck', '--strict'], { cwd: repository, stdio: 'pipe' })
  })
})

/** Whether a process has ended, even if nobody has waited for it. */
const isGone = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return true
  }
}

describe('a process that dies and leaves a program running in its slot', () => {
  // Without its environment it is not recognised as a command of the engine, which would be ended.
  it('the next owner does not share the slot with that program, and removes it once the program has ended', async () => {
    const repository = makeRepository()
    const outside = makeFolder()
    const orphan = 'while :; do echo late > late.txt; echo late > one.txt; sleep 0.01; done'
    const work = [
      `if mkdir ${outside}/first 2>/dev/null; then`,
      `env -i setsid sh -c 'pwd > ${outside}/folder; echo $$ > ${outside}/pid; ${orphan}' & wait; exit 1; fi`,
      'echo one > one.txt; sleep 0.2',
    ]
    const plan = writePlan(makeFolder(), [{ id: '1', run: work.join('\n') }])
    const flags = ['--repo', repository, '--trust', 'autonomous', '--yes']
    const first = startCli(['run', plan, ...flags])
    await until(() => existsSync(join(outside, 'pid')) && readFileSync(join(outside, 'pid'), 'utf8') !== '')
    first.child.kill('SIGKILL')
    await first.outcome
    const pid = Number(readFileSync(join(outside, 'pid'), 'utf8'))
    const folder = readFileSync(join(outside, 'folder'), 'utf8').trim()
    try {
      const { code } = await cli(['resume', '--repo', repository])
      expect(code).toBe(0)
      const [run = ''] = readdirSync(join(repository, '.git/amelia/runs'))
      const phase = `refs/amelia/${run}/phase/1`
      expect(git(repository, 'show', `${phase}:one.txt`)).toBe('one')
      expect(git(repository, 'ls-tree', '-r', '--name-only', phase)).not.toContain('late.txt')
      expect(existsSync(join(folder, 'late.txt'))).toBe(true)
      process.kill(pid, 'SIGKILL')
      await until(() => isGone(pid))
      expect((await cli(['clean', run, '--repo', repository])).code).toBe(0)
      expect(existsSync(folder)).toBe(false)
    } finally {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It was killed above.
      }
    }
  })
})
