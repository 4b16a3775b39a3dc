import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, removeFolders } from './fixtures/cli.ts'
import { makeStepPlan as makePlan, pathWithout } from './fixtures/path-without-bubblewrap.ts'

afterAll(removeFolders)

const { works, detail } = probeConfinement()
if (!works) console.warn(`not covered: confined runs of the command line (${detail})`)

const run = (repository: string, level: string, env: Record<string, string> = {}) =>
  cli(['run', 'plan.md', '--trust', 'autonomous', '--yes', '--target', 'work', '--confine', level], {
    cwd: repository,
    // Nothing more is writable here.
    env: { AMELIA_CONFINE_WRITE: repository, ...env },
  })

const refused = 'echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1'

describe.each([
  ['bubblewrap is not installed', undefined, 'bubblewrap is not installed'],
  ['namespaces are refused', refused, 'Creating new namespace failed'],
])('where %s', (_name, script, reason) => {
  it('the first line of a run warns and names the remedy, and the run goes on', async () => {
    const repository = makePlan('echo done > made.txt')
    const { code, stderr } = await run(repository, 'auto', { PATH: pathWithout(script) })
    const [first] = stderr.split('\n')
    expect(first).toContain('warning: Processes are not confined')
    expect(first).toContain(reason)
    expect(stderr).toMatch(/bubblewrap|container|namespaces/)
    expect(code).toBe(0)
    expect(git(repository, 'show', 'work:made.txt')).toBe('done')
  })

  it.each(['required', 'files'])('the level %s refuses with exit code 2', async (level) => {
    const repository = makePlan('echo done > made.txt')
    const { code, stderr } = await run(repository, level, { PATH: pathWithout(script) })
    expect(stderr).toContain(reason)
    expect(stderr).toContain('--confine off')
    expect(code).toBe(2)
    expect(existsSync(join(repository, '.git/amelia/runs'))).toBe(false)
  })
})

it.each(['required', 'files'])(
  'a worker with the level %s that cannot confine exits with 2',
  async (level) => {
    const repository = makePlan('echo done > made.txt')
    const shared = [
      '--database',
      'postgresql://127.0.0.1:1/none',
      '--remote',
      repository,
      '--repo',
      repository,
    ]
    const { code, stderr } = await cli(['cluster', 'work', ...shared, '--confine', level], {
      env: { PATH: pathWithout(undefined) },
    })
    expect(stderr).toContain('bubblewrap is not installed')
    expect(stderr).toContain('--confine off')
    expect(code).toBe(2)
  },
)

describe.runIf(works)('a confined run', () => {
  it('commits its work, and records that it was confined', async () => {
    const repository = makePlan('echo done > made.txt')
    const { code, stderr, stdout } = await run(repository, 'required')
    expect(code, stderr + stdout).toBe(0)
    expect(stderr).not.toContain('not confined')
    expect(git(repository, 'show', 'work:made.txt')).toBe('done')
    const [page = ''] =
      git(repository, 'ls-tree', '-r', '--name-only', 'work').match(/docs\/amelia\/\S+\/report\.md/) ?? []
    expect(git(repository, 'show', `work:${page}`)).toContain('confined to their workspace (bubblewrap')
  })

  it('fails with the path that a command may not write to, and how to allow it', async () => {
    const outside = makeFolder()
    mkdirSync(join(outside, 'folder'))
    const repository = makePlan(`cd ${outside} 2> /dev/null; echo x > /etc/amelia-x`)
    const { code, stderr, stdout } = await run(repository, 'required')
    expect(code, stderr + stdout).not.toBe(0)
    expect(stdout + stderr).toContain('/etc/amelia-x')
    expect(stdout + stderr).toContain('outside the workspace')
    expect(existsSync('/etc/amelia-x')).toBe(false)
  })

  it('is not resumed without confinement, unless that is turned off', async () => {
    const repository = makePlan('test -e go && echo done > made.txt')
    const first = await run(repository, 'required')
    expect(first.code).not.toBe(0)
    const env = { PATH: pathWithout() }
    const second = await cli(['resume', '--yes'], { cwd: repository, env })
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('confin')])
    const third = await cli(['resume', '--yes', '--confine', 'off'], { cwd: repository, env })
    expect(third.stderr).not.toContain('confine')
    expect(third.code).not.toBe(2)
  })
})
