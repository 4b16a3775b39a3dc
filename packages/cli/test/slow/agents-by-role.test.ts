import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { doneReport, startChatServer, writeHello } from '../fixtures/chat-server.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'

afterAll(removeFolders)

const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: ['hello.txt'], notDone: [] }

/** A shell agent that logs its model, writes a file and reports. */
const makeAgent = (lines: string[] = []): { command: string; calls: () => string[] } => {
  const folder = makeFolder()
  const [agent, log] = [join(folder, 'agent.sh'), join(folder, 'log')]
  writeFileSync(log, '')
  writeFileSync(
    agent,
    [
      '#!/bin/sh',
      `echo "model:$1" >> ${log}`,
      ...lines,
      'date +%N > hello.txt',
      `printf '\\140\\140\\140json\\n%s\\n\\140\\140\\140\\n' '${JSON.stringify(report)}'`,
    ].join('\n'),
  )
  chmodSync(agent, 0o755)
  return {
    command: `${agent} {model}`,
    calls: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
  }
}

const tasks = (...extra: string[]): string => {
  const path = join(makeFolder(), 'plan.md')
  const sections = extra.map(
    (text, index) => `## Task ${index + 1}: Greet ${index + 1}\n\nWrite hello.txt.\n\n${text}\n`,
  )
  writeFileSync(path, `# Plan\n\n${sections.join('\n')}`)
  return path
}

const reviewed = ['--trust', 'autonomous', '--yes', '--target', 'work', '--no-artifacts']
const usual = [...reviewed, '--no-review']

describe('several agents', () => {
  it('fail over to the next one while the first is limited, each with its own options', async () => {
    const { url, requests } = await startChatServer(() => ({ status: 429, retryAfter: 3_600 }))
    const agent = makeAgent()
    const repository = makeRepository()
    const { code, stdout, stderr } = await cli(
      ['run', tasks('', ''), '--repo', repository, ...usual, '--driver', 'api,command'].concat([
        ...['--base-url', url, '--model', 'small', '--agent', agent.command, '--model', 'command=big'],
      ]),
    )
    expect({ code, stderr }, stdout).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^note: Budget: .*\n$/),
    })
    expect(requests).toHaveLength(1)
    expect(agent.calls()).toEqual(['model:big', 'model:big'])
    expect(git(repository, 'log', '--format=%s', 'main..work').split('\n')).toHaveLength(2)
  })

  it('work on the phases that the plan names them for, with its models', async () => {
    const { url, requests } = await startChatServer((request) =>
      request.results === 0 ? { ...writeHello(request) } : doneReport,
    )
    const agent = makeAgent()
    const plan = tasks('**Agent:** command\n**Model:** planned', '**Model:** huge', '')
    const args = [
      ...['--driver', 'api', '--base-url', url, '--model', 'small', '--agent', agent.command],
      ...['--model', 'command=big', '--model-for', 'Task 3=third'],
    ]
    const dry = await cli(['run', plan, '--repo', makeRepository(), ...usual, ...args, '--dry-run'])
    expect(dry.code, dry.stderr).toBe(0)
    const repository = makeRepository()
    const { code, stdout, stderr } = await cli(['run', plan, '--repo', repository, ...usual, ...args])
    expect(code, stdout + stderr).toBe(0)
    expect(agent.calls()).toEqual(['model:planned'])
    expect([...new Set(requests.map(({ model }) => model))]).toEqual(['huge', 'third'])
  })

  it('review in place of the one that works, with a model of their own', async () => {
    const review = { approved: true, summary: 'Fine.', comments: [] }
    const { url, requests } = await startChatServer(() => ({ tool: 'answer', input: review }))
    const agent = makeAgent()
    const { code, stdout, stderr } = await cli(
      ['run', tasks(''), '--repo', makeRepository(), ...reviewed, '--driver', 'command'].concat([
        ...['--agent', agent.command, '--model', 'big', '--reviewer-driver', 'api'],
        ...['--base-url', `api=${url}`, '--model-for', 'reviewer=judge'],
      ]),
    )
    expect({ code, stderr }, stdout).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^note: Budget: .*\n$/),
    })
    expect(agent.calls()).toEqual(['model:big'])
    expect(requests.map(({ model }) => model)).toEqual(['judge'])
  })

  it.each([
    [['--driver', 'command,command'], '--driver names command twice.'],
    [['--driver', 'steps,claude'], '--driver steps runs a plan without an agent, so it cannot be combined.'],
    [['--driver', 'claude,none'], 'Unknown driver "none".'],
    [
      ['--driver', 'claude', '--model', 'codex=m'],
      '--model codex=m is for an agent that the command does not',
    ],
    [['--driver', 'claude', '--model-for', 'm'], '--model-for m is not ROLE=NAME or PHASE=NAME.'],
    [['--driver', 'claude', '--model-for', '1=m', '--model-for', '1=n'], '--model-for 1 is given twice.'],
    [
      ['--driver', 'command', '--agent', 'true', '--model-for', '9=m'],
      'names phase "9", which the run does not have.',
    ],
    [
      ['--driver', 'claude', '--reviewer-model', 'm', '--model-for', 'reviewer=n'],
      '--reviewer-model and --model-for reviewer=NAME name different models.',
    ],
    [['--driver', 'claude', '--session-timeout', '5'], 'Expected a duration such as 90s, 10m, 2h or 14d.'],
  ])('are checked before creating anything: %j', async (flags, message) => {
    const repository = makeRepository()
    const args = ['run', tasks(''), '--repo', repository, ...reviewed, '--dry-run', ...flags]
    const { code, stderr } = await cli(args)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  it('are refused where the plan names one that nobody knows', async () => {
    const args = ['run', tasks('**Agent:** robot'), '--repo', makeRepository(), ...usual]
    const { code, stderr } = await cli([...args, '--driver', 'command', '--agent', 'true', '--dry-run'])
    expect(stderr).toContain('The plan names the agent "robot" for phase 1, but the run has: command, true.')
    expect(code).toBe(2)
  })

  it('write a plan alone', async () => {
    const { code, stderr } = await cli(['plan', 'Greet', '--driver', 'claude,codex'])
    expect(stderr).toContain('Writing a plan needs one agent; got claude, codex.')
    expect(code).toBe(2)
  })
})

describe('limits of a session', () => {
  const sleeping = (): string => makeAgent(['sleep 60']).command

  it.each([
    ['--session-timeout', 'The session did not end within 1.0 s.'],
    ['--idle-timeout', 'sent no message for 1 s and was stopped.'],
  ])('%s stops an agent on run and resume', async (flag, message) => {
    const repository = makeRepository()
    const agent = ['--driver', 'command', '--agent', sleeping(), '--model', 'm', flag, '1s']
    const args = ['--repo', repository, ...usual, '--max-attempts', '1', ...agent]
    const first = await cli(['run', tasks(''), ...args])
    expect(first.stdout).toContain(message)
    expect([1, 3]).toContain(first.code)
    // The flags are stored with the run.
    const second = await cli(['resume', '--repo', repository])
    expect(second.stdout).toContain(message)
  })

  it('--session-timeout stops the agent that writes a plan', async () => {
    const agent = ['--driver', 'command', '--agent', sleeping(), '--model', 'm', '--session-timeout', '1s']
    const { code, stderr } = await cli(['plan', 'Greet', '--repo', makeRepository(), ...agent])
    expect(stderr).toContain('The session did not end within 1.0 s.')
    expect(code).toBe(1)
  })

  it('--max-turns stops an agent that loops', async () => {
    const { url, requests } = await startChatServer(() => ({ tool: 'list', input: { path: '.' } }))
    const agent = ['--driver', 'api', '--base-url', url, '--model', 'm', '--max-turns', '3']
    const args = ['--repo', makeRepository(), ...usual, '--max-attempts', '1']
    const { stdout } = await cli(['run', tasks(''), ...args, ...agent])
    expect(stdout).toContain('The session did not end within 3 requests.')
    expect(requests).toHaveLength(3)
  })
})
