import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

const rows = [
  { id: '1', run: 'echo one > one.txt' },
  { id: '2', after: '1', run: 'test -f fixed && echo two > two.txt' },
  { id: '3', after: '2', run: 'echo three > three.txt' },
]
const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts', '--max-attempts', '1']

/** Creates a repository with a run of the plan that stopped at phase 2. */
const stopped = async () => {
  const repository = makeRepository()
  const folder = makeFolder()
  const plan = writePlan(folder, rows)
  const { code } = await cli(['run', plan, '--repo', repository, ...flags])
  expect([1, 3]).toContain(code)
  const edit = () =>
    writePlan(folder, [
      rows[0]!,
      { id: '2', after: '1', run: 'echo two > two.txt' },
      { id: '4', after: '2', run: 'echo four > four.txt' },
    ])
  return { repository, plan, edit }
}

const resume = (repository: string, ...more: string[]) => cli(['resume', '--repo', repository, ...more])

it('amelia edit opens the plan of a run, checks it, and shows its changes', async () => {
  const { repository, plan, edit } = await stopped()
  const text = readFileSync(plan, 'utf8')
  const folder = makeFolder()
  const editor = (script: string): { VISUAL: string } => {
    writeFileSync(join(folder, 'editor.sh'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return { VISUAL: join(folder, 'editor.sh') }
  }
  const amelia = (env: Record<string, string>) => cli(['edit', '--repo', repository], { env })
  expect(await amelia({ VISUAL: '', EDITOR: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Set VISUAL or EDITOR'),
  })
  const broken = await amelia(editor('echo "phases: [" > "$1"'))
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was applied.') })
  writeFileSync(plan, text)
  edit()
  writeFileSync(join(folder, 'edited'), readFileSync(plan))
  writeFileSync(plan, text)
  const shown = await amelia(editor(`cp ${join(folder, 'edited')} "$1"`))
  expect(shown).toMatchObject({ code: 3, stderr: expect.stringContaining('The edited plan changes:') })
  expect(shown.stderr).toContain('  4  Do 4: new')
})

describe('resume --replan', () => {
  it('fault 24: shows the changes of the edited plan, asks, and applies them', async () => {
    const { repository, edit } = await stopped()
    edit()
    const before = snapshot(repository)
    const shown = await resume(repository, '--replan')
    expect(shown).toMatchObject({ code: 3, stdout: '' })
    expect(shown.stderr.split('\n').slice(0, 7)).toEqual([
      expect.stringMatching(/^Resuming run \S+: Small things$/),
      expect.stringMatching(/ warning: The series "do" has a gap: 3 is missing\. /),
      expect.stringContaining('| 4 | Do 4 |'),
      'The edited plan changes:',
      '  2  Do 2: starts over (body, subtasks)',
      '  4  Do 4: new',
      '  3  Do 3: removed',
    ])
    expect(shown.stderr).toMatch(
      /Nothing was changed\. To apply the changes: amelia resume \S+ --repo \S+ --replan --yes/,
    )
    expect(snapshot(repository)).toBe(before)
    const { code, stdout } = await resume(repository, '--replan', '--yes')
    expect({ code, stdout }).toMatchObject({ code: 0 })
    expect(stdout).toContain('switched to the edited plan: 2 starts over, 4 added, 3 removed')
    const branch = git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    expect(git(repository, 'ls-tree', '--name-only', branch).split('\n')).toEqual([
      'README.md',
      'four.txt',
      'one.txt',
      'two.txt',
    ])
    const phases = git(
      repository,
      'log',
      '--format=%(trailers:key=Amelia-Phase,valueonly,separator=)',
      `main..${branch}`,
    )
    expect(phases.split('\n')).toEqual(['4', '2', '1'])
  })

  it('without --replan the run keeps its plan, and the edit is noted', async () => {
    const { repository, edit, plan } = await stopped()
    edit()
    const { code, stderr } = await resume(repository)
    expect([1, 3]).toContain(code)
    expect(stderr.split('\n').slice(1)).toEqual([
      `note: ${plan} was edited after the run started. Add --replan to see and apply the changes.`,
      '',
    ])
  })

  it('accepts a different file, and rejects an invalid plan without changing anything', async () => {
    const { repository } = await stopped()
    const bad = join(makeFolder(), 'plan.md')
    writeFileSync(bad, '# Nothing\n')
    const before = snapshot(repository)
    const { code, stderr } = await resume(repository, '--replan', bad, '--yes')
    expect(code).toBe(2)
    expect(stderr).toContain(bad)
    expect(await resume(repository, '--replan', `${bad}.not`)).toMatchObject({ code: 2 })
    expect(snapshot(repository)).toBe(before)
    const good = writePlan(makeFolder(), [rows[0]!, { id: '9', after: '1', run: 'echo nine > nine.txt' }])
    const asked = await resume(repository, '--replan', good)
    expect(asked.code).toBe(3)
    expect(asked.stderr).toContain(`--replan ${good} --yes`)
    expect(await resume(repository, '--replan', good, '--yes')).toMatchObject({ code: 0 })
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toBe('Hello\n')
  })

  it('does not ask if nothing relevant has changed', async () => {
    const { repository, plan } = await stopped()
    writeFileSync(plan, `${readFileSync(plan, 'utf8')}\n\n`)
    const { stderr } = await resume(repository, '--replan')
    expect(stderr).not.toContain('changes')
  })
})
