import type { ContractCase } from '../contract-case.ts'
import type { CommandCases } from './command-cases.ts'
import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'

/** Starts of a command, and its result. */
export const commandRunCases = ({ test, testNode }: CommandCases): ContractCase[] => [
  test('returns the exit code', async (run) => {
    for (const code of [0, 1, 77]) {
      const result = await run(['sh', '-c', `exit ${code}`])
      ensureEqual([result.exitCode, result.signal, result.output], [code, undefined, ''], 'the result')
      ensure(result.durationMs >= 0 && !result.truncated, 'it has a duration, and its output is complete')
    }
  }),
  test('returns the output of both streams', async (run) => {
    const { output } = await run(['sh', '-c', 'echo out; echo err >&2'])
    ensureEqual(output.split('\n').sort(), ['', 'err', 'out'], 'the lines')
  }),
  test('fault 20: no shell reads the arguments', async (run, { workspace }) => {
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
      '~',
      '{a,b}',
      '&& touch f',
    ]
    const { output } = await run(['printf', '[%s]', ...given])
    ensureEqual(output, given.map((text) => `[${text}]`).join(''), 'the arguments')
    ensureEqual(await workspace.fs.readdir('/'), [], 'the files')
  }),
  test('fault 20: no shell reads the name of the program', async (run, { workspace }) => {
    for (const program of ['touch f', 'touch;f', '$(touch f)', 'A=b', "'touch' 'f'", 'if', 'a\nb']) {
      ensureEqual((await run([program, 'f'])).exitCode, 127, JSON.stringify(program))
    }
    ensureEqual(await workspace.fs.readdir('/'), [], 'the files')
  }),
  test('a shell builtin is not a program', async (run, { commands, workspace }) => {
    ensureEqual((await run(['eval', 'touch f'])).exitCode, 127, 'the exit code')
    ensureEqual(await commands.find('eval', workspace), false, 'whether it is found')
    ensureEqual(await workspace.fs.readdir('/'), [], 'the files')
  }),
  testNode('fault 20: Node receives the arguments unchanged', async (run, script) => {
    const given = ['$HOME', '; echo x', '', '"', 'a\nb', '-e']
    const { output } = await run([
      ...script('console.log(JSON.stringify(process.argv.slice(1)))'),
      '--',
      ...given,
    ])
    ensureEqual(JSON.parse(output), given, 'the arguments')
  }),
  test('an unknown program results in 127', async (run) => {
    const result = await run(['no-such-program-anywhere'])
    ensureEqual(result.exitCode, 127, 'the exit code')
    ensure(result.output.includes('no-such-program-anywhere'), 'the output names it')
  }),
  test('a file that is not executable results in 126', async (run, { workspace }) => {
    await workspace.fs.writeFile('/plain.txt', 'text\n')
    ensureEqual((await run(['./plain.txt'])).exitCode, 126, 'the exit code')
  }),
  test('an argument that cannot be passed results in 126, not an error', async (run) => {
    ensureEqual((await run(['echo', 'a\0b'])).exitCode, 126, 'the exit code')
  }),
  test('runs in the root, or in the requested folder', async (run, { workspace }) => {
    await workspace.fs.writeFile('/here', '')
    await workspace.fs.writeFile('/sub/folder/there', '')
    ensureEqual((await run(['ls'])).output, 'here\nsub\n', 'the root')
    ensureEqual((await run(['ls'], { cwd: 'sub/folder' })).output, 'there\n', 'the folder')
  }),
  test('a missing folder results in 126', async (run) => {
    const result = await run(['ls'], { cwd: 'none' })
    ensureEqual(result.exitCode, 126, 'the exit code')
    ensure(result.output.includes('none'), 'the output names it')
  }),
  test('fault 14: a folder outside the workspace is PATH_DENIED', async (run) => {
    for (const cwd of ['..', '../../..', 'a/../..']) {
      await ensureRejects(run(['ls'], { cwd }), 'PATH_DENIED', cwd)
    }
  }),
  test('files written by a command are in the workspace, byte for byte', async (run, { workspace }) => {
    await workspace.fs.writeFile('/a', Uint8Array.of(0, 255, 200, 10, 13))
    ensureEqual((await run(['sh', '-c', 'mkdir b; cat a > b/c; rm a; printf é > d'])).exitCode, 0, 'the code')
    ensureEqual([...(await workspace.fs.readFile('/b/c'))], [0, 255, 200, 10, 13], 'the copy')
    ensureEqual([...(await workspace.fs.readFile('/d'))], [0xc3, 0xa9], 'the text')
    ensureEqual(await workspace.fs.readdir('/'), ['b', 'd'], 'the files')
  }),
  test('sets the requested variables', async (run) => {
    const { output } = await run(['printenv', 'GIVEN'], { env: { GIVEN: 'a b\nc$HOME' } })
    ensureEqual(output, 'a b\nc$HOME\n', 'the variable')
  }),
  test('standard input is at its end', async (run) => {
    ensureEqual((await run(['cat'])).output, '', 'the output')
    ensureEqual((await run(['sh', '-c', 'cat; echo end'])).output, 'end\n', 'the output of a shell')
  }),
  test('fault 22: control sequences are stripped', async (run) => {
    const text = String.raw`\033[31mred\033[0m \033]0;title\007\ttab\r\nend`
    ensureEqual((await run(['printf', text])).output, 'red \ttab\nend', 'the output')
  }),
  test('characters beyond ASCII are unchanged', async (run) => {
    ensureEqual((await run(['printf', 'é€👩'])).output, 'é€👩', 'the output')
  }),
  testNode('a character split between two writes stays intact', async (run, script) => {
    const { output } = await run(
      script(`const b = Buffer.from('é€👩'); let i = 0
          const next = () => { if (i < b.length) process.stdout.write(b.subarray(i, ++i), () => setTimeout(next, 2)) }; next()`),
    )
    ensureEqual(output, 'é€👩', 'the output')
  }),
  test('long output is bounded: its beginning and end are kept, and the gap is marked', async (run) => {
    const line = 'x'.repeat(99)
    const result = await run([
      'awk',
      `BEGIN { print "FIRST"; for (i = 0; i < 40000; i++) print "${line}"; print "LAST" }`,
    ])
    ensureEqual([result.exitCode, result.truncated], [0, true], 'the result')
    ensure(result.output.length <= 1_100_000, `the output is bounded, not ${result.output.length}`)
    ensure(result.output.startsWith('FIRST\n'), 'the beginning is kept')
    ensure(result.output.endsWith('LAST\n'), 'the end is kept')
    ensure(/left out/.test(result.output), 'the gap is marked')
  }),
  test('the output that is passed on while a command runs is its result', async (_run, subject) => {
    const { commands, workspace } = subject
    const parts: string[] = []
    const { signal } = new AbortController()
    const argv = ['sh', '-c', 'printf "one\\ntwo\\n"; printf "\\033[31mthree\\033[0m"']
    const result = await commands.run({ argv, workspace, signal, onOutput: (text) => parts.push(text) })
    ensureEqual(result.output, 'one\ntwo\nthree', 'the output')
    if (parts.length > 0) ensureEqual(parts.join(''), result.output, 'the parts, joined')
  }),
  test('concurrent commands are independent', async (run) => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        run(['sh', '-c', `cd /; sleep 0.02; echo ${index}; exit ${index}`]),
      ),
    )
    ensureEqual(
      results.map(({ exitCode, output }) => [exitCode, output]),
      results.map((_, index) => [index, `${index}\n`]),
      'the results',
    )
  }),
  test('finds programs that can be started', async (_run, { commands, workspace }) => {
    await workspace.fs.writeFile('/plain.txt', 'text\n')
    for (const program of ['sh', 'ls', 'test']) {
      ensureEqual(await commands.find(program, workspace), true, program)
    }
    ensureEqual(await commands.find('no-such-program-anywhere', workspace), false, 'an unknown program')
    ensureEqual(await commands.find('./plain.txt', workspace), false, 'a file that is not executable')
  }),
]
