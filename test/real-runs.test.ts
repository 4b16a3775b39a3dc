import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRun, openRun, type PlanDraft, type RunEvent, type RunOptions } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { afterEach, describe, expect, inject, it } from 'vitest'

const folders: string[] = []
const folder = (name: string): string => {
  const path = mkdtempSync(join(tmpdir(), `amelia-${name}-`))
  folders.push(path)
  return path
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const repository = (): string => {
  const dir = folder('repo')
  git(dir, 'init', '-qb', 'main')
  git(dir, 'config', 'user.name', 'A Person')
  git(dir, 'config', 'user.email', 'person@example.org')
  writeFileSync(join(dir, 'README.md'), 'hello\n')
  git(dir, 'add', '-A')
  git(dir, 'commit', '-qm', 'Begin')
  return dir
}

/** Creates a host whose workspaces are in a separate folder, so that the test sees leftovers. */
const hostFor = (repo: string, level: 'auto' | 'off' = 'auto') => {
  const slots = folder('slots')
  return { slots, host: nodeHost({ repo, slots, confine: { level } }) }
}

/** All parts of the user's repository that a run must not change. */
const userState = (repo: string): Record<string, string> => ({
  head: readFileSync(join(repo, '.git/HEAD'), 'utf8'),
  index: readFileSync(join(repo, '.git/index')).toString('hex'),
  config: readFileSync(join(repo, '.git/config'), 'utf8'),
  hooks: readdirSync(join(repo, '.git/hooks')).join(),
  main: git(repo, 'rev-parse', 'main'),
  stash: git(repo, 'stash', 'list'),
  status: git(repo, '--no-optional-locks', 'status', '--porcelain', '--untracked-files=all'),
  branches: git(repo, 'branch', '--list', '--format=%(refname)')
    .split('\n')
    .filter((ref) => !ref.startsWith('refs/heads/amelia/'))
    .join(),
})

/** Lists leftovers of workspaces. */
const workspaces = (slots: string): string[] =>
  readdirSync(slots, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('slot'))

const scriptPhase = (id: string, script: string, dependsOn: string[] = []): PlanDraft['phases'][number] => ({
  id,
  title: `Phase ${id}`,
  dependsOn,
  subtasks: [
    {
      id: `${id}.1`,
      title: 'run',
      steps: [{ id: `${id}.1.1`, action: 'command', command: script, shell: true }],
    },
  ],
})

const fork = (): PlanDraft => ({
  title: 'Fork',
  phases: [
    scriptPhase('0', 'mkdir src && echo 0 > src/0.txt'),
    scriptPhase('2a', 'sleep 0.2; echo a > src/a.txt', ['0']),
    scriptPhase('2b', 'sleep 0.2; echo b > src/b.txt', ['0']),
    scriptPhase('3', 'cat src/a.txt src/b.txt > src/all.txt', ['2a', '2b']),
  ],
})

const start = async (
  repo: string,
  plan: PlanDraft,
  { confine, ...options }: Partial<RunOptions> & { confine?: 'off' } = {},
) => {
  const { host, slots } = hostFor(repo, confine)
  const run = await createRun({ plan, host, trust: 'autonomous', planApproved: true, ...options })
  const events: RunEvent[] = []
  run.subscribe({}, (event) => events.push(event))
  return { run, host, slots, events, report: await run.start() }
}

const trailers = (repo: string, range: string): string[] =>
  git(
    repo,
    'log',
    '--reverse',
    '--grep=^Amelia-Phase: ',
    '--format=%(trailers:key=Amelia-Run,valueonly,separator=) %(trailers:key=Amelia-Phase,valueonly,separator=) %(trailers:key=Amelia-Attempt,valueonly,separator=)',
    range,
  )
    .trim()
    .split('\n')

describe('a run on a real repository', () => {
  // seed: phase-execution-reference 47
  it("leaves one commit per phase with its trailers, in a line, and changes nothing of the user's", async () => {
    const repo = repository()
    const before = userState(repo)
    const { report, run, slots, events } = await start(repo, fork())
    expect(report.status).toBe('completed')
    expect(userState(repo)).toEqual(before)
    const branch = report.target.replace('refs/heads/', '')
    const done = events.filter((event) => event.type === 'phase_completed').map(({ phaseId }) => phaseId)
    expect(trailers(repo, `main..${branch}`)).toEqual(done.map((id) => `${run.id} ${id} 1`))
    expect(git(repo, 'rev-list', '--merges', branch)).toBe('')
    expect(git(repo, 'show', `${branch}:src/all.txt`)).toBe('a\nb\n')
    expect(git(repo, 'fsck', '--strict', '--no-dangling')).toBe('')
    expect(workspaces(slots)).toEqual([])
    const at = (type: string, id: string): number =>
      events.find((event) => event.type === type && event.phaseId === id)!.seq
    expect(at('phase_started', '2b')).toBeLessThan(at('phase_completed', '2a'))
    expect(at('phase_started', '2a')).toBeLessThan(at('phase_completed', '2b'))
  })

  // seed: phased-execution-draft 18, intelligent-execution 74
  it('runs next to a dirty checkout, which stays the same before, during and after (fault 44)', async () => {
    const repo = repository()
    writeFileSync(join(repo, 'README.md'), 'my own change\n')
    writeFileSync(join(repo, 'untracked.txt'), 'mine\n')
    const before = userState(repo)
    const { host } = hostFor(repo)
    const run = await createRun({ plan: fork(), host, trust: 'autonomous', planApproved: true })
    const during: unknown[] = []
    run.on('step_completed', () => during.push(userState(repo)))
    const report = await run.start()
    expect(report.status).toBe('completed')
    expect(during.length).toBe(4)
    for (const seen of during) expect(seen).toEqual(before)
    expect(userState(repo)).toEqual(before)
    expect(git(repo, 'show', `${report.target}:README.md`)).toBe('hello\n')
  })

  it('survives malicious steps (fault 40)', async () => {
    const repo = repository()
    const outside = folder('outside')
    const before = userState(repo)
    const attacks = [
      `rm -rf .git && printf 'gitdir: ${repo}/.git\\n' > .git`,
      `rm -rf .git && ln -s ${repo}/.git .git`,
      `git config core.fsmonitor "touch ${outside}/fsmonitor" && git config core.hooksPath hooks && mkdir hooks && printf '#!/bin/sh\\ntouch ${outside}/hook\\n' > hooks/pre-commit && chmod +x hooks/pre-commit`,
      `printf '#!/bin/sh\\ntouch ${outside}/hook\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit; git config filter.x.clean "touch ${outside}/filter; cat"; printf '* filter=x\\n' > .gitattributes`,
      `git checkout -qb evil && echo x > x.txt && git add -A && git -c user.name=x -c user.email=x@x commit -qm evil && git branch -f main HEAD && git update-ref refs/amelia/x HEAD; git stash list`,
      `git update-ref -d HEAD; rm -f .git/HEAD; : > .git/config`,
    ]
    const plan = {
      title: 'Attacks',
      phases: attacks.map((attack, index) =>
        scriptPhase(
          `p${index}`,
          `${attack}\necho ${index} > mark${index}.txt`,
          index === 0 ? [] : [`p${index - 1}`],
        ),
      ),
    }
    const { report } = await start(repo, plan)
    expect(report.phases.map(({ status, failure }) => failure?.message ?? status)).toEqual(
      attacks.map(() => 'completed'),
    )
    expect(userState(repo)).toEqual(before)
    expect(readdirSync(outside)).toEqual([])
    expect(git(repo, 'fsck', '--strict', '--no-dangling')).toBe('')
    for (const index of attacks.keys())
      expect(git(repo, 'show', `${report.target}:mark${index}.txt`)).toBe(`${index}\n`)
    expect(git(repo, 'ls-tree', '-r', '--name-only', report.target)).not.toContain('.git/')
  })

  it("asks when a step plants a hook in the user's own repository", async () => {
    const repo = repository()
    const plan = { title: 'Plant', phases: [scriptPhase('a', `printf 'evil' > ${repo}/.git/hooks/pre-push`)] }
    const { report } = await start(repo, plan, { confine: 'off' })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'repository_tampered' }] })
    expect(report.gates[0]?.details[0]).toContain('.git/hooks/pre-push was created')
    expect(report.gates[0]?.details[0]).toContain(
      'To undo it: rm "$(git rev-parse --git-common-dir)"/hooks/pre-push',
    )
  })

  it('names a branch that a step deleted, and the command that restores it', async () => {
    const repo = repository()
    const value = git(repo, 'rev-parse', 'HEAD').trim()
    git(repo, 'branch', 'mine')
    const plan = { title: 'Delete', phases: [scriptPhase('a', `git -C ${repo} branch -D mine`)] }
    const { report } = await start(repo, plan, { confine: 'off' })
    const restore = `git branch mine ${value}`
    expect(report).toMatchObject({
      repositoryChanges: [{ phaseId: 'a', name: 'refs/heads/mine', before: value, after: null, restore }],
    })
  })

  it("that is killed leaves the user's branch and files alone, and is resumed to the same end (fault 61)", async () => {
    const repo = repository()
    const before = userState(repo)
    const slots = folder('slots')
    const child = spawn(process.execPath, [join(inject('programs'), 'run-fork.mjs'), repo, slots], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const runId = await new Promise<string>((resolve) => {
      let text = ''
      child.stdout.on('data', (data: Buffer) => {
        text += data.toString()
        // The parallel phases are running: kill the process now.
        if (text.includes('step_started 2b')) child.kill('SIGKILL')
      })
      child.on('close', () => resolve(text.split('\n')[0]!))
    })
    expect(userState(repo)).toEqual(before)
    const host = nodeHost({ repo, slots })
    const report = await (await openRun({ host, runId })).start()
    expect(report.status).toBe('completed')
    expect(userState(repo)).toEqual(before)
    expect(git(repo, 'show', `${report.target}:src/all.txt`)).toBe('a\nb\n')
    expect(
      trailers(repo, `main..${report.target}`)
        .map((line) => line.split(' ')[1])
        .sort(),
    ).toEqual(['0', '2a', '2b', '3'])
    expect(git(repo, 'fsck', '--strict', '--no-dangling')).toBe('')
    expect(workspaces(slots)).toEqual([])
  })

  it("applies the user's hooks: a formatter rewrites, a linter rejects (fault 50)", async () => {
    const repo = repository()
    const hook =
      '#!/bin/sh\nfor f in $(git diff --cached --name-only); do grep -q BAD "$f" && { echo "$f is bad"; exit 1; }; tr a-z A-Z < "$f" > "$f.tmp" && mv "$f.tmp" "$f"; git add "$f"; done\nexit 0\n'
    writeFileSync(join(repo, '.git/hooks/pre-commit'), hook, { mode: 0o755 })
    const { report } = await start(repo, {
      title: 'Hooks',
      phases: [scriptPhase('a', 'echo good > x.txt'), scriptPhase('b', 'echo BAD > y.txt', ['a'])],
    })
    expect(git(repo, 'show', `${report.target}:x.txt`)).toBe('GOOD\n')
    expect(report).toMatchObject({
      status: 'failed',
      phases: [
        { status: 'completed' },
        { failure: { command: 'pre-commit', output: expect.stringContaining('y.txt is bad') } },
      ],
    })
  })

  it('publishes nothing to a checked-out branch, and prints the command to do so', async () => {
    const repo = repository()
    const before = userState(repo)
    const { report } = await start(repo, fork(), { target: 'main' })
    expect(report).toMatchObject({ status: 'completed', targetPublished: false })
    expect(userState(repo)).toEqual(before)
    git(repo, 'merge', '-q', '--ff-only', `refs/amelia/${report.runId}/head`)
    expect(readFileSync(join(repo, 'src/all.txt'), 'utf8')).toBe('a\nb\n')
  })
})
