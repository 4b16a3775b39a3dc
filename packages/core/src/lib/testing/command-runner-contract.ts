import type { CommandResult, CommandRunnerV1 } from '../contract/command-runner.ts'
import type { Workspace } from '../contract/workspace.ts'
import type { ContractCase } from './contract-case.ts'
import { ensure, ensureEqual, ensureRejects } from './ensure.ts'

/** A runner to try, and an empty workspace for it. It ends stubborn processes within a second, and keeps at most a million characters. */
export interface CommandRunnerSubject {
  commands: CommandRunnerV1
  workspace: Workspace
  /** The command that runs a JavaScript text in Node, with `process.argv.slice(1)` as its arguments. */
  script(code: string): string[]
  close(): Promise<void>
}

export interface CommandRunnerContractOptions {
  create(): Promise<CommandRunnerSubject>
}

type Run = (
  argv: string[],
  more?: { cwd?: string; env?: Record<string, string>; signal?: AbortSignal },
) => Promise<CommandResult>

/** A process that appends to a file as long as it lives, whatever TERM says. */
const stubborn = `
  process.on('SIGTERM', () => {})
  const { appendFileSync } = require('node:fs')
  setInterval(() => appendFileSync('beat', '.'), 10)`

/** Starts the stubborn one in the background, with the same output, and waits for its first beat. */
const parent = (after: string): string => `
  const { spawn } = require('node:child_process')
  const { existsSync } = require('node:fs')
  spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: ['ignore', 'inherit', 'inherit'] }).unref()
  const timer = setInterval(() => { if (existsSync('beat')) { clearInterval(timer); ${after} } }, 5)`

/** What every {@link CommandRunnerV1} promises, as cases. */
export const commandRunnerContract = ({ create }: CommandRunnerContractOptions): ContractCase[] => {
  const test = (
    name: string,
    body: (run: Run, subject: CommandRunnerSubject) => Promise<void>,
  ): ContractCase => ({
    name,
    covered: true,
    async run() {
      const subject = await create()
      const { commands, workspace } = subject
      const run: Run = (argv, { signal = new AbortController().signal, ...more } = {}) =>
        commands.run({ argv, workspace, signal, ...more })
      try {
        await body(run, subject)
      } finally {
        await subject.close()
      }
    },
  })

  return [
    test('gives the exit code', async (run, { script }) => {
      for (const code of [0, 1, 77]) {
        const result = await run(script(`process.exit(${code})`))
        ensureEqual([result.exitCode, result.signal, result.output], [code, undefined, ''], 'the result')
        ensure(result.durationMs >= 0 && !result.truncated, 'a duration, and nothing left out')
      }
    }),
    test('gives what both streams said', async (run, { script }) => {
      const { output } = await run(script(`console.log('out'); console.error('err')`))
      ensureEqual(output.split('\n').sort(), ['', 'err', 'out'], 'the lines')
    }),
    test('fault 20: no shell reads the arguments', async (run, { script }) => {
      const given = [
        '$HOME',
        '`id`',
        '$(id)',
        '; echo x',
        '*',
        'a b',
        '',
        '"',
        "'",
        '\\',
        '> f',
        'a\nb',
        '-e',
      ]
      const { output } = await run([
        ...script('console.log(JSON.stringify(process.argv.slice(1)))'),
        '--',
        ...given,
      ])
      ensureEqual(JSON.parse(output), given, 'the arguments')
    }),
    test('a program that does not exist gives 127', async (run) => {
      const result = await run(['no-such-program-anywhere'])
      ensureEqual(result.exitCode, 127, 'the exit code')
      ensure(result.output.includes('no-such-program-anywhere'), 'the output names it')
    }),
    test('a file that cannot be executed gives 126', async (run, { workspace }) => {
      await workspace.fs.writeFile('/plain.txt', 'text\n')
      ensureEqual((await run(['./plain.txt'])).exitCode, 126, 'the exit code')
    }),
    test('an argument that cannot be given is 126, not a throw', async (run) => {
      ensureEqual((await run(['echo', 'a\0b'])).exitCode, 126, 'the exit code')
    }),
    test('runs in the root, or in the folder that is asked for', async (run, { script, workspace }) => {
      await workspace.fs.writeFile('/here', '')
      await workspace.fs.writeFile('/sub/folder/there', '')
      const list = script(`console.log(require('node:fs').readdirSync('.').join())`)
      ensure(
        (await run(list)).output.split(',').includes('here') || (await run(list)).output.includes('here'),
        'the root',
      )
      ensureEqual((await run(list, { cwd: 'sub/folder' })).output, 'there\n', 'the folder')
    }),
    test('fault 14: a folder outside of the workspace is PATH_DENIED', async (run, { script }) => {
      for (const cwd of ['..', '../..', 'a/../..']) {
        await ensureRejects(run(script(''), { cwd }), 'PATH_DENIED', cwd)
      }
    }),
    test('gives the variables that are asked for', async (run, { script }) => {
      const { output } = await run(script('console.log(process.env.GIVEN)'), { env: { GIVEN: 'a b\nc' } })
      ensureEqual(output, 'a b\nc\n', 'the variable')
    }),
    test('standard input is at its end', async (run, { script }) => {
      const { output } = await run(script(`process.stdin.on('end', () => console.log('end')).resume()`))
      ensureEqual(output, 'end\n', 'the output')
    }),
    test('fault 22: control sequences are stripped', async (run, { script }) => {
      const { output } = await run(
        script(`process.stdout.write('\\x1b[31mred\\x1b[0m \\x1b]0;title\\x07\\ttab\\r\\nend')`),
      )
      ensureEqual(output, 'red \ttab\nend', 'the output')
    }),
    test('a character that is split between two writes stays whole', async (run, { script }) => {
      const { output } = await run(
        script(`const b = Buffer.from('é€👩'); let i = 0
          const next = () => { if (i < b.length) process.stdout.write(b.subarray(i, ++i), () => setTimeout(next, 2)) }; next()`),
      )
      ensureEqual(output, 'é€👩', 'the output')
    }),
    test('much output is bounded: its beginning and end are kept, the middle is marked', async (run, {
      script,
    }) => {
      const result = await run(
        script(`const { writeSync } = require('node:fs'); const line = 'x'.repeat(99) + '\\n'
          process.stdout.write('FIRST\\n'); let n = 0
          const more = () => { while (n++ < 300000) if (!process.stdout.write(line)) return process.stdout.once('drain', more); process.stdout.write('LAST\\n') }
          more()`),
      )
      ensureEqual([result.exitCode, result.truncated], [0, true], 'the result')
      ensure(result.output.length <= 1_100_000, `the output is bounded, not ${result.output.length}`)
      ensure(result.output.startsWith('FIRST\n'), 'the beginning is kept')
      ensure(result.output.endsWith('LAST\n'), 'the end is kept')
      ensure(/left out/.test(result.output), 'the middle is marked')
    }),
    test('a signal that ends it is named', async (run, { script }) => {
      const result = await run(script(`process.kill(process.pid, 'SIGKILL')`))
      ensureEqual([result.exitCode, result.signal], [null, 'SIGKILL'], 'the result')
    }),
    test('a signal that aborted before starts nothing', async (run, { script, workspace }) => {
      const result = await run(script(`require('node:fs').writeFileSync('ran', '')`), {
        signal: AbortSignal.abort(),
      })
      ensureEqual(result.exitCode, null, 'the exit code')
      ensureEqual(await workspace.fs.readdir('/'), [], 'the files')
    }),
    test('fault 26: aborting ends the process and what it started, also what ignores TERM', async (run, subject) => {
      const stop = new AbortController()
      const running = run(subject.script(parent(`console.log('up'); setInterval(() => {}, 1000)`)), {
        signal: stop.signal,
      })
      await beats(subject.workspace)
      stop.abort(new Error('stopped'))
      ensureEqual((await running).exitCode, null, 'the exit code')
      await ensureSilent(subject.workspace)
    }),
    test('fault 27: what a process leaves behind is ended, and its open pipe is not waited for', async (run, subject) => {
      const result = await run(subject.script(parent(`process.exit(3)`)))
      ensureEqual(result.exitCode, 3, 'the exit code')
      await ensureSilent(subject.workspace)
    }),
    test('commands at once do not disturb each other', async (run, { script }) => {
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          run(script(`setTimeout(() => { console.log(${index}); process.exit(${index}) }, 20)`)),
        ),
      )
      ensureEqual(
        results.map(({ exitCode, output }) => [exitCode, output]),
        results.map((_, index) => [index, `${index}\n`]),
        'the results',
      )
    }),
    test('finds programs that could be started', async (_run, { commands, workspace, script }) => {
      await workspace.fs.writeFile('/plain.txt', 'text\n')
      ensureEqual(await commands.find(script('')[0] ?? '', workspace), true, 'the script')
      ensureEqual(await commands.find('no-such-program-anywhere', workspace), false, 'an unknown one')
      ensureEqual(await commands.find('./plain.txt', workspace), false, 'a file that cannot be executed')
    }),
  ]
}

/** Waits until the stubborn process lives. */
const beats = async (workspace: Workspace): Promise<void> => {
  while ((await count(workspace)) < 2) await pause(5)
}

const count = async (workspace: Workspace): Promise<number> => {
  try {
    return (await workspace.fs.readFile('/beat')).length
  } catch {
    return 0
  }
}

const ensureSilent = async (workspace: Workspace): Promise<void> => {
  const before = await count(workspace)
  ensure(before > 0, 'the process that is left behind had begun')
  await pause(200)
  ensureEqual(await count(workspace), before, 'what is left behind writes no more')
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
