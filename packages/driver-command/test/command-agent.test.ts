import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { createRun } from '@amelia/core'
import type { Clock, SessionProgress, SessionRequest } from '@amelia/core/plugin'
import { createManualClock, createSessionRequest } from '@amelia/core/testing'
import { nodeHost, workspaceFiles } from '@amelia/node'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { checkCommandAgent, commandAgent, type CommandAgentOptions } from '../src/index.ts'

const agent = join(import.meta.dirname, 'fixtures/agent.mjs')

const folder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-command-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

const environment = { PATH: process.env['PATH'], MY_KEY: 'secret', OTHER: 'no' }

/** Runs one session of an agent in a new folder. */
const session = async (options: CommandAgentOptions, more: Partial<SessionRequest> = {}) => {
  const dir = folder()
  const progress: SessionProgress[] = []
  const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  const request = createSessionRequest({ prompt: 'Do it.\n', workspace, ...more })
  const context = {
    signal: new AbortController().signal,
    emit: (one: SessionProgress) => void progress.push(one),
  }
  const result = await commandAgent(options, { environment }).runSession(request, context)
  return { result, progress, dir }
}

/** A session of the recording agent, and what it recorded. */
const recorded = async (words: string[], options: Partial<CommandAgentOptions> = {}, more = {}) => {
  const place = folder()
  const record = join(place, 'record.json')
  writeFileSync(join(place, 'orders.json'), JSON.stringify({ record, print: 'Done.' }))
  const command = [process.execPath, agent, join(place, 'orders.json'), ...words]
  const { dir } = await session({ command, ...options }, more)
  return {
    dir,
    ...(JSON.parse(readFileSync(record, 'utf8')) as { prompt: string; folder: string; environment: object }),
  }
}

describe('a limit that an agent announces', () => {
  const failing = (text: string, more: Partial<CommandAgentOptions> = {}) =>
    session({ command: ['sh', '-c', `echo "${text}"; echo done; exit 1`], ...more })

  it('is waited for, until the time that its line names', async () => {
    const failure = await failing("You've hit your limit · resets 8pm (Asia/Tokyo)").catch((error) => error)
    expect(failure).toMatchObject({ details: { class: 'rate_limited', retryAfterMs: expect.any(Number) } })
    await expect(failing('Weekly limit reached')).rejects.toMatchObject({
      details: { class: 'rate_limited' },
    })
  })

  it('has the form of the patterns, and only they count', async () => {
    const limitPatterns = ['no \\w+ left']
    await expect(failing('No credits left', { limitPatterns })).rejects.toMatchObject({
      details: { class: 'rate_limited' },
    })
    await expect(failing('Usage limit reached', { limitPatterns })).rejects.toMatchObject({
      details: { class: 'agent_failed' },
    })
    await expect(failing('x', { limitPatterns: ['('] })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})

describe('the command of an agent', () => {
  it('gets the prompt on its standard input, in the workspace', async () => {
    const { prompt, folder: where, dir } = await recorded([])
    expect([prompt, where]).toEqual(['Do it.\n', dir])
  })

  it('gets prompt, workspace and model as arguments where it names them, without a shell', async () => {
    const prompt = 'Do {model} "$(touch pwned)"; {workspace}'
    const heard = await recorded(['{prompt}|{workspace}|{model}'], { model: 'm1' }, { prompt })
    expect(heard.prompt).toBe(`${prompt}|${heard.dir}|m1`)
  })

  it('gets the model that a session asks for', async () => {
    const heard = await recorded(['{model}'], { model: 'm1' }, { model: 'm2' })
    expect(heard.prompt).toContain('m2')
    await expect(recorded([], {}, { model: 'm2' })).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringContaining('asks for the model "m2"') as string,
    })
  })

  it('inherits a short list of variables, those it names, and the marker of the session', async () => {
    const { environment: seen } = await recorded([], { passEnv: ['MY_KEY'] }, { marker: 'mark-7' })
    expect(seen).toMatchObject({ MY_KEY: 'secret', AMELIA_SESSION: 'mark-7' })
    expect(seen).not.toHaveProperty('OTHER')
  })

  it('is asked for JSON where the answer has a schema', async () => {
    const { prompt } = await recorded([], {}, { outputSchema: { type: 'object', title: 'Verdict' } })
    expect(prompt).toContain('"title":"Verdict"')
  })

  it('reports each line, without escape sequences', async () => {
    const { progress, result } = await session({
      command: `sh -c 'printf "\\033[31mone\\033[0m\\ntwo"; echo three >&2'`,
    })
    expect(progress.map((one) => one.type === 'text' && one.text).sort()).toEqual(['one', 'three', 'two'])
    expect(result).toEqual({ text: 'one\ntwo', usage: {} })
  })

  it('keeps the end of a long output', async () => {
    const { result } = await session({ command: `sh -c 'yes line | head -n 1000000; echo report'` })
    expect(result.text.length).toBeLessThanOrEqual(1_000_000)
    expect(result.text.endsWith('line\nreport\n')).toBe(true)
  })

  it.each([
    ['kill -TERM $$', 'interrupted'],
    ['kill -KILL $$', 'interrupted'],
    ['exit 143', 'interrupted'],
    ['exit 130', 'interrupted'],
    ['kill -SEGV $$', 'agent_failed'],
    ['exit 75', 'transient'],
    ['exit 1', 'agent_failed'],
  ])('is judged by the end of its program: %s is %s', async (script, name) => {
    await expect(session({ command: ['sh', '-c', script] })).rejects.toMatchObject({
      details: { class: name },
    })
  })

  it('states its access, and that no session can be resumed', () => {
    const driver = commandAgent({ command: 'my-agent --yes', passEnv: ['MY_KEY'] })
    expect(driver.resume).toBe('none')
    expect(driver.access).toEqual({
      allowed: 'Anything that my-agent does; roles that only read are only asked not to write.',
      sees: 'The prompt, and the rules and settings that my-agent itself reads, also those of the workspace.',
      confined:
        'Its workspace and its own folders, where the run confines processes; otherwise nothing but the limits of my-agent itself.',
      login: 'that of my-agent, with the variables MY_KEY',
      paidBy: 'unknown: my-agent decides',
    })
  })

  it('states the exit code and the last lines of a failure', async () => {
    await expect(session({ command: `sh -c 'echo no key >&2; exit 3'`, name: 'mine' })).rejects.toMatchObject(
      {
        message: 'mine failed: exited with 3. no key.',
        details: { class: 'agent_failed' },
      },
    )
  })

  it('names the error in front of a stack', async () => {
    await expect(session({ command: 'node no-such-agent.mjs', name: 'mine' })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^mine failed: exited with 1\. Error: Cannot find module '.*no-such-agent\.mjs'\.$/,
      ) as unknown,
    })
  })

  it('fails as the environment where the program does not exist', async () => {
    await expect(session({ command: 'no-such-agent' })).rejects.toMatchObject({
      message: 'no-such-agent: command not found. Install it, or give its path.',
      details: { class: 'environment' },
    })
  })

  it('names the way out for a prompt that is too long for an argument', async () => {
    const prompt = 'x'.repeat(3_000_000)
    await expect(session({ command: 'echo {prompt}' }, { prompt })).rejects.toMatchObject({
      message: expect.stringContaining('Leave {prompt} out of the command') as unknown,
    })
  })
})

describe('the options of a command', () => {
  it.each([
    [{ command: '' }, 'The command of the agent is empty'],
    [{ command: [] }, 'The command of the agent is empty'],
    [{ command: 'agent | tee log' }, 'contains shell syntax (|), and no shell runs it'],
    [{ command: "agent 'x" }, "ends inside '"],
    [{ command: 'agent', model: 'm' }, '`model` has no effect'],
    [{ command: 'agent {model}' }, 'no `model` was given'],
    [{ command: 'agent {promt}' }, 'contains "{promt}". Did you mean "{prompt}"?'],
    [{ command: 'agent {PROMPT}' }, 'Did you mean "{prompt}"?'],
    [{ command: 'agent', exitCodes: { 1: 'nope' as 'hung' } }, '`exitCodes.1` must be "transient"'],
    [{ command: 'agent', exitCodes: { x: 'hung' } }, 'exit codes from 0 to 255; got "x"'],
    [
      { command: 'agent', idleTimeoutMs: -1 },
      '`idleTimeoutMs` must be a number of milliseconds from 0; got -1.',
    ],
  ])('are checked: %j', (options, message) => {
    expect(() => commandAgent(options)).toThrow(message)
  })

  it('may contain other words in braces', () => {
    commandAgent({ command: ['agent', '{name}', '{}', '{"prompt": "{prompt}"}', '{prompt}'] })
  })

  it('are checked for the program as well', () => {
    expect(checkCommandAgent({ command: 'sh -c true' })).toEqual([])
    expect(checkCommandAgent({ command: [process.execPath] })).toEqual([])
    expect(checkCommandAgent({ command: 'no-such-agent --run' })).toEqual([
      {
        kind: 'program',
        message: "The agent's command was not found: no-such-agent.",
        hint: 'Install it, or give the path of the program.',
      },
    ])
  })
})

describe('a program with a relative path', () => {
  /** The agent as a program of a folder, and its path relative to the folder of this process. */
  const relativeAgent = (content = '#!/bin/sh\npwd\necho "$@"\n') => {
    const path = join(folder(), 'agent.sh')
    writeFileSync(path, content, { mode: 0o755 })
    // A workspace has no folder `packages`.
    return `packages/../${relative(process.cwd(), path)}`
  }

  it('is found by the check and by sessions in other folders, and its arguments stay', async () => {
    const program = relativeAgent()
    for (const command of [`${program} ./notes '{model}'`, [program, './notes', '{model}']]) {
      const options = { command, model: 'small' }
      expect(checkCommandAgent(options)).toEqual([])
      const { result, dir } = await session(options)
      expect(result.text).toBe(`${dir}\n./notes small\n`)
    }
    expect(commandAgent({ command: program }).id).toBe('agent')
  })

  it('is reported in full where it does not exist', () => {
    expect(checkCommandAgent({ command: './no-such-agent.sh' })[0]?.message).toBe(
      `The agent's command was not found: ${resolve('no-such-agent.sh')}.`,
    )
  })

  it('is a file of the workspace with a placeholder', async () => {
    const command = '{workspace}/no-such-agent.sh'
    expect(checkCommandAgent({ command })).toEqual([])
    await expect(session({ command })).rejects.toThrow('/no-such-agent.sh: command not found')
  })
})

it.each([
  ['a dot', `printf .`],
  ['a spinner', `printf '\\r|'`],
  ['a blank line', `echo`],
  ['a dot on its error output', `printf . >&2`],
])('an agent that prints %s does not count as hung', async (_name, print) => {
  const dir = folder()
  const manual = createManualClock()
  const patiently = { timeout: 30_000 }
  let readings = 0
  const clock: Clock = {
    now() {
      readings += 1
      return manual.now()
    },
    wait: manual.wait,
  }
  // Without its folder, the test has failed.
  const wait = (file: string): string => `while [ -e started -a ! -e ${file} ]; do sleep 0.01; done`
  const script = `touch started; ${wait('go')}; ${print}; ${wait('end')}`
  const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  const driver = commandAgent({ command: ['sh', '-c', script] }, { environment, clock })
  const running = driver.runSession(createSessionRequest({ workspace }), {
    signal: new AbortController().signal,
    emit: () => {},
  })
  await vi.waitFor(() => expect(existsSync(join(dir, 'started'))).toBe(true), patiently)
  manual.advance(20 * 60_000)
  const before = readings
  writeFileSync(join(dir, 'go'), '')
  // The session reads the clock when it receives something.
  await vi.waitFor(() => expect(readings).toBeGreaterThan(before), patiently)
  manual.advance(20 * 60_000)
  writeFileSync(join(dir, 'end'), '')
  expect(await running).toMatchObject({ usage: {} })
})

describe('a run with a shell agent', () => {
  const git = (cwd: string, ...args: string[]): string => execFileSync('git', args, { cwd, encoding: 'utf8' })

  it('commits each phase that the agent reports done and approves in its review', async () => {
    const cwd = folder()
    git(cwd, 'init', '--initial-branch', 'main')
    git(cwd, '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--allow-empty', '-m', 'Start')
    const script = join(folder(), 'agent.sh')
    writeFileSync(
      script,
      `prompt=$(cat)
case "$prompt" in *'## Verdict'*)
  echo '{"approved": true, "summary": "Good.", "comments": []}'
  exit;;
esac
name=$(echo "$prompt" | grep -o 'Write [a-z]*' | head -n 1 | cut -d ' ' -f 2)
echo "$name" > "$name.txt"
echo '\`\`\`json'
echo "{\\"status\\": \\"done\\", \\"summary\\": \\"wrote $name\\", \\"subtasks\\": [], \\"files\\": [\\"$name.txt\\"], \\"notDone\\": []}"
echo '\`\`\`'
`,
    )
    const run = await createRun({
      plan: { phases: ['one', 'two'].map((id) => ({ id, title: id, body: `Write ${id} to a file.` })) },
      host: nodeHost({ repo: cwd }),
      driver: commandAgent({ command: ['sh', script] }),
      trust: 'autonomous',
      target: 'work',
    })
    const report = await run.start()
    expect(report.status).toBe('completed')
    expect(report.phases.map(({ review }) => review?.approved)).toEqual([true, true])
    expect(git(cwd, 'show', 'work:one.txt')).toBe('one\n')
    expect(git(cwd, 'show', 'work:two.txt')).toBe('two\n')
  })
})
