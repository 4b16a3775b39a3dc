import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: ['hello.txt'], notDone: [] }

/** Writes a program into a folder, which no repository contains yet. */
const writeProgram = (folder: string, name: string, lines: readonly string[]): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(join(folder, name), 0o755)
}

/** A repository with an untracked agent, which writes its arguments into a file, and an untracked plan. */
const makeStage = ({ tasks = 1 } = {}) => {
  const repository = makeRepository()
  writeProgram(repository, 'agent.sh', [
    'cat > /dev/null',
    'echo "greets: $*" >> hello.txt',
    `echo '${JSON.stringify(report)}'`,
  ])
  const sub = join(repository, 'sub')
  mkdirSync(sub)
  const numbers = Array.from({ length: tasks }, (_, index) => index + 1)
  const sections = numbers.map((number) => `## Task ${number}: Greet ${number}\n\nWrite hello.txt.\n`)
  writeFileSync(join(repository, 'plan.md'), ['# Plan', ...sections].join('\n\n'))
  return { repository, sub }
}

/** The note of a run whose agent counts nothing. */
const noted: unknown = expect.stringMatching(
  /^note: Budget: none: .* counts neither dollars nor tokens\. Cost: .*\n$/,
)

const trusted = ['--trust', 'autonomous', '--yes', '--target', 'work', '--no-review']
const byCommand = (agent: string): string[] => ['--driver', 'command', '--agent', agent]
const greeting = (repository: string): string => git(repository, 'show', 'work:hello.txt')

describe('the program of --agent with a relative path', () => {
  it('is found from the folder of the caller, and gets its arguments as they are', async () => {
    const { repository } = makeStage()
    const agent = byCommand('./agent.sh --file ./notes "two words"')
    const outcome = await cli(['run', 'plan.md', ...trusted, ...agent], { cwd: repository })
    expect(outcome, outcome.stdout).toMatchObject({ code: 0, stderr: noted })
    expect(greeting(repository)).toBe('greets: --file ./notes two words')
  })

  it.each(['../agent.sh', '../sub/../agent.sh'])('is found from a folder below: %s', async (program) => {
    const { repository, sub } = makeStage()
    const outcome = await cli(['run', '../plan.md', ...trusted, ...byCommand(program)], { cwd: sub })
    expect(outcome, outcome.stdout).toMatchObject({ code: 0, stderr: noted })
    expect(greeting(repository)).toBe('greets:')
  })

  it('is found from a folder outside the repository, as an environment variable names it', async () => {
    const { repository } = makeStage()
    const folder = makeFolder()
    writeProgram(
      join(folder, 'tools'),
      'agent',
      readFileSync(join(repository, 'agent.sh'), 'utf8').split('\n'),
    )
    const flags = ['--repo', repository, ...trusted]
    const env = { AMELIA_DRIVER: 'command', AMELIA_AGENT: 'tools/agent from outside' }
    const outcome = await cli(['run', join(repository, 'plan.md'), ...flags], { cwd: folder, env })
    expect(outcome, outcome.stdout).toMatchObject({ code: 0, stderr: noted })
    expect(greeting(repository)).toBe('greets: from outside')
  })

  it('is refused with its full path before anything is created', async () => {
    const { repository, sub } = makeStage()
    const outcome = await cli(['run', '../plan.md', ...trusted, ...byCommand('./agent.sh')], { cwd: sub })
    expect(outcome.code).toBe(2)
    expect(outcome.stderr).toContain(`The agent's command was not found: ${join(sub, 'agent.sh')}.`)
    expect(existsSync(join(repository, '.git/amelia'))).toBe(false)
  })

  it('is a file of the workspace with {workspace}', async () => {
    const { repository, sub } = makeStage()
    git(repository, 'add', 'agent.sh')
    git(repository, 'commit', '-q', '-m', 'Add the agent')
    const agent = byCommand('{workspace}/agent.sh')
    const outcome = await cli(['run', '../plan.md', ...trusted, ...agent], { cwd: sub })
    expect(outcome, outcome.stdout).toMatchObject({ code: 0, stderr: noted })
  })

  it('is found again by a resume from another folder', async () => {
    const { repository, sub } = makeStage({ tasks: 2 })
    const flags = [...trusted.slice(2), '--trust', 'paranoid', '--json', '--no-artifacts']
    const started = await cli(['run', '../plan.md', ...flags, ...byCommand("../agent.sh 'a | b'")], {
      cwd: sub,
    })
    expect(started.code, started.stderr).toBe(3)
    const { runId } = JSON.parse(started.stdout.split('\n')[0]!) as { runId: string }
    const elsewhere = { cwd: makeFolder() }
    const place = ['--repo', repository]
    let { code } = started
    for (let round = 0; code === 3 && round < 9; round++) {
      const { stdout } = await cli(['status', runId, ...place, '--json'], elsewhere)
      const { gates } = JSON.parse(stdout) as { gates: { id: string }[] }
      for (const { id } of gates) await cli(['answer', runId, id, 'approve', ...place], elsewhere)
      const resumed = await cli(['resume', runId, ...place], elsewhere)
      expect(resumed.stderr).toBe('')
      code = resumed.code
    }
    expect(code).toBe(0)
    expect(greeting(repository)).toBe('greets: a | b\ngreets: a | b')
  }, 60_000)

  it('is found by a detached run', async () => {
    const { repository, sub } = makeStage()
    const agent = byCommand('../agent.sh detached')
    const started = await cli(['run', '../plan.md', ...trusted, ...agent, '--detach', '--json'], { cwd: sub })
    expect(started.code, started.stderr).toBe(0)
    const { runId } = JSON.parse(started.stdout) as { runId: string }
    const watched = await cli(['watch', runId, '--repo', repository], { cwd: makeFolder() })
    expect(watched.code, watched.stdout).toBe(0)
    expect(greeting(repository)).toBe('greets: detached')
  })
})

describe('a relative path in a config file', () => {
  it('is relative to the folder of the file', async () => {
    const { repository, sub } = makeStage()
    const log = join(makeFolder(), 'log')
    writeProgram(join(repository, 'tools'), 'notify.sh', [`cat >> ${log}`])
    writeFileSync(join(repository, 'tools/agent.json'), JSON.stringify({ name: 'tool' }))
    writeFileSync(
      join(repository, 'amelia.config.json'),
      JSON.stringify({
        ...{ driver: 'command', agent: './agent.sh of the file', agentConfig: 'tools/agent.json' },
        notify: './tools/notify.sh',
      }),
    )
    const outcome = await cli(['run', '../plan.md', ...trusted], { cwd: sub })
    expect(outcome, outcome.stdout).toMatchObject({ code: 0, stderr: noted })
    expect(greeting(repository)).toBe('greets: of the file')
    expect(readFileSync(log, 'utf8')).toContain('"run_ended"')
  })
})

describe('the program of --notify with a relative path', () => {
  it('is found again by a resume from another folder', async () => {
    const repository = makeRepository()
    const folder = makeFolder()
    const log = join(folder, 'log')
    writeProgram(folder, 'notify.sh', [`cat >> ${log}`])
    const plan = writePlan(folder, [{ id: '1', run: 'exit 1' }])
    const flags = ['--repo', repository, '--trust', 'autonomous', '--yes', '--max-attempts', '1', '--json']
    const started = await cli(['run', plan, ...flags, '--notify', './notify.sh'], { cwd: folder })
    expect(started.code, started.stderr).toBe(1)
    const { runId } = JSON.parse(started.stdout.split('\n')[0]!) as { runId: string }
    const before = readFileSync(log, 'utf8')
    expect(before).toContain('"run_ended"')
    const resumed = await cli(['resume', runId, '--repo', repository], { cwd: makeFolder() })
    expect(resumed.code, resumed.stderr).toBe(1)
    expect(readFileSync(log, 'utf8').length).toBeGreaterThan(before.length)
  })
})

describe('the program of --reviewer with a relative path', () => {
  it('is a file of the reviewed tree', async () => {
    const repository = makeRepository()
    writeProgram(repository, 'review.sh', ['echo "reviewed by the tree" >&2', 'exit 1'])
    git(repository, 'add', 'review.sh')
    git(repository, 'commit', '-q', '-m', 'Add a reviewer')
    const folder = makeFolder()
    writeProgram(folder, 'review.sh', ['exit 0'])
    const plan = writePlan(folder, [{ id: '1', run: 'echo one > one.txt' }])
    const flags = ['--repo', repository, '--trust', 'autonomous', '--yes', '--reviewer-rounds', '1']
    const { code, stdout } = await cli(['run', plan, ...flags, '--reviewer', './review.sh'], { cwd: folder })
    expect(code, stdout).toBe(1)
    expect(stdout).toContain('`./review.sh` exited with 1.')
  })
})
