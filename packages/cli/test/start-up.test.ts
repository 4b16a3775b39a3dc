import { execFile } from 'node:child_process'
import { cpSync, existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** Runs a copy of the command line under a limit of open files, and returns its exit code and output. */
const amelia = (cwd: string, args: string[], { folder = inject('programs'), limit = 4_096 } = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const { FORCE_COLOR: _color, NODE_OPTIONS: _node, ...env } = process.env
    const argv = [process.execPath, join(folder, 'cli.mjs'), ...args]
    const child = execFile(
      '/bin/sh',
      ['-c', `ulimit -n ${limit}; exec "$@"`, 'sh', ...argv],
      { cwd, env },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), output: `${out}${err}` }),
    )
    child.stdin?.end()
  })

/** Commits a plan with these phases to a new repository. */
const makeStage = (phases: { after?: string; run: string; flags?: string }[]): string => {
  const repository = makeRepository()
  const rows = phases.map(({ after = '-' }, index) => `| ${index + 1} | P${index + 1} | ${after} |`)
  const parts = phases.map(
    ({ run, flags = '' }, index) =>
      `\n## Phase ${index + 1}: P${index + 1}\n\n\`\`\`sh${flags}\n${run}\n\`\`\`\n`,
  )
  const head = ['# Start-up', '', '| Phase | Name | Depends On |', '|---|---|---|']
  writeFileSync(join(repository, 'plan.md'), [...head, ...rows, ...parts].join('\n'))
  git(repository, 'add', '-A')
  git(repository, 'commit', '-qm', 'Add a plan')
  return repository
}
// A step moves the installed program away, which is outside the workspace.
const run = ['run', 'plan.md', '--trust', 'autonomous', '--yes', '--target', 'out', '--confine', 'off']

describe('a package that is replaced during a run', () => {
  /** Copies the program, and returns the step that moves the copy away. */
  const install = (): { folder: string; remove: string } => {
    const folder = join(makeFolder(), 'dist')
    cpSync(inject('programs'), folder, { recursive: true })
    return { folder, remove: `if [ -d ${folder} ]; then mv ${folder} ${folder}.old; fi; echo 1 > 1.txt` }
  }
  const missing = /Cannot find (?:module|package)/

  it.each([
    ['a failed step', { run: 'exit 3' }, /exited with 3/],
    ['a program that is not installed', { run: 'no-such-program-47' }, /exited with 127/],
    ['an output that does not match', { run: 'echo a', flags: ' output=never' }, /exited with 0: a/],
  ])('does not hide %s, and the installed version resumes the run', async (_, second, expected) => {
    const { folder, remove } = install()
    const repository = makeStage([{ run: remove }, { after: '1', ...second }])
    const first = await amelia(repository, run, { folder })
    expect(first.output).toMatch(expected)
    expect(first.output).not.toMatch(missing)
    const [, resume = ''] = /updated or removed.*: amelia (resume \S+)/.exec(first.output) ?? []
    expect(resume).toMatch(/^resume 2/)
    renameSync(`${folder}.old`, folder)
    const again = await amelia(repository, resume.split(' '), { folder })
    expect(again.output).toMatch(/run\s+ended: (?:failed|waiting)/)
    expect(again.output).not.toMatch(/updated or removed|Cannot find/)
  })

  it('does not hide a failed check', async () => {
    const { folder, remove } = install()
    const repository = makeStage([{ run: remove }])
    const { output } = await amelia(repository, [...run, '--test', 'false'], { folder })
    expect(output).toMatch(/test.*(?:failed|exited)/)
    expect(output).toContain('updated or removed')
    expect(output).not.toMatch(missing)
  })

  it('lets a run complete', async () => {
    const { folder, remove } = install()
    const repository = makeStage([{ run: remove }, { after: '1', run: 'echo 2 > 2.txt' }])
    const { code, output } = await amelia(repository, run, { folder })
    expect(output).not.toMatch(missing)
    expect(code).toBe(0)
    expect(existsSync(folder)).toBe(false)
    expect(git(repository, 'show', 'out:2.txt')).toBe('2')
  })
})

describe('a low limit of open files', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => ({ run: `echo ${index} > ${index}.txt` }))

  it.each([['run'], ['resume']])('refuses %s with the limit, the need and the remedy', async (command) => {
    const repository = makeStage(twelve)
    const args = command === 'run' ? [...run, '--concurrency', '12'] : ['resume']
    const { code, output } = await amelia(repository, args, { limit: 40 })
    expect(output).toMatch(/at least 100 open files.*the limit is 40\.\nRaise the limit: ulimit -n 4096/)
    expect(output).not.toContain('Node.js v')
    expect(code).toBe(2)
    expect(git(repository, 'branch', '--list', 'out')).toBe('')
  })

  it('warns of too many phases at once, and runs them', async () => {
    const repository = makeStage(twelve)
    const { code, output } = await amelia(repository, [...run, '--concurrency', '12'], { limit: 130 })
    expect(output).toMatch(/warning: 12 phases at once may need 148 open files; the limit is 130\./)
    expect(output).toContain('--concurrency 7')
    expect(code).toBe(0)
    expect(git(repository, 'show', 'out:11.txt')).toBe('11')
  })
})
