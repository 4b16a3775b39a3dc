import { commandRunnerContract } from '@amelia/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { type BashProgram, type BashRunnerOptions, bashRunner } from '../src/index.ts'
import { createMemoryWorkspace } from './memory-workspace.ts'

describe('bashRunner fulfils the contract', () => {
  const cases = commandRunnerContract({
    create: async () => ({
      commands: bashRunner(),
      workspace: await createMemoryWorkspace(),
      close: async () => {},
    }),
    processes: false,
  })
  for (const { name, covered, run } of cases) if (covered) it(name, run)

  it('except for the cases that need processes', () => {
    expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual([
      'fault 20: Node receives the arguments unchanged',
      'a character split between two writes stays intact',
      'the result names the signal that ended the command',
      'fault 26: aborting ends the process and its children, even if they ignore TERM',
      'fault 27: processes left behind are ended, and their open pipe does not delay the result',
    ])
  })
})

const open = async (files: Record<string, string> = {}, options: BashRunnerOptions = {}) => {
  const workspace = await createMemoryWorkspace(files)
  const commands = bashRunner(options)
  const run = (
    argv: string[],
    more: { cwd?: string; env?: Record<string, string>; signal?: AbortSignal } = {},
  ) => commands.run({ argv, workspace, signal: new AbortController().signal, ...more })
  const sh = async (script: string) => (await run(['sh', '-c', script])).output
  return { workspace, commands, run, sh }
}

describe('bashRunner', () => {
  it('exits with 127 for a missing program, and does not find it', async () => {
    const { run, commands, workspace } = await open()
    for (const program of ['node', 'npm', 'git', 'curl', 'python3', '/bin/ls', './none']) {
      expect((await run([program, '-v'])).exitCode, program).toBe(127)
      expect(await commands.find(program, workspace), program).toBe(false)
    }
    expect((await run(['node', '-e', '1'])).output).toBe('node: command not found')
  })

  it('runs an executable script, unless its interpreter is missing', async () => {
    const { run, sh, commands, workspace } = await open({
      '100755 run.sh': '#!/bin/sh\necho "ran $1"\n',
      '100755 plain': 'echo plain\n',
      '100755 tool.js': '#!/usr/bin/env node\nconsole.log(1)\n',
      '100755 tool.py': '#!/usr/bin/python3 -u\nprint(1)\n',
      'off.sh': 'echo off\n',
      "100755 it's; touch $x": 'echo odd\n',
    })
    expect((await run(["./it's; touch $x"])).output).toBe('odd\n')
    expect(await run(['./run.sh', 'a b'])).toMatchObject({ exitCode: 0, output: 'ran a b\n' })
    expect((await run(['./plain'])).output).toBe('plain\n')
    expect(await run(['./tool.js'])).toMatchObject({
      exitCode: 127,
      output: './tool.js: node: command not found',
    })
    expect((await run(['./tool.py'])).exitCode).toBe(127)
    expect((await run(['./off.sh'])).exitCode).toBe(126)
    expect(await sh('sh off.sh')).toBe('off\n')
    expect(await commands.find('./run.sh', workspace)).toBe(true)
    expect(await commands.find('./tool.js', workspace)).toBe(false)
  })

  it('fault 14: does not read or write git files, files outside, or files behind a link that leaves', async () => {
    const { run, workspace } = await open({ '120000 out': '../../etc', '120000 git': '.git', 'a.txt': 'a\n' })
    for (const script of [
      'cat .git/HEAD',
      'cat out/passwd',
      'cat git/HEAD',
      'cat ../../etc/passwd',
      'echo x > .git/x',
      'mkdir .GIT',
      'echo x > out/x',
      'cp a.txt .git/y',
      'mv a.txt git/z',
    ]) {
      expect((await run(['sh', '-c', script])).exitCode, script).toBeGreaterThan(0)
    }
    await workspace.fs.rm('/out')
    await workspace.fs.rm('/git')
    expect(await workspace.fs.readdir('/')).toEqual(['a.txt'])
  })

  it('fault 23: commands inherit no environment variables of the process', async () => {
    vi.stubEnv('SOME_API_KEY', 'secret')
    const { run } = await open({}, { env: { FIXED: 'fixed', OVER: 'runner' } })
    const { output } = await run(['env'], { env: { OVER: 'request' } })
    vi.unstubAllEnvs()
    expect(output).not.toContain('secret')
    expect(output).toMatch(/^FIXED=fixed$/m)
    expect(output).toMatch(/^OVER=request$/m)
    expect(output).toMatch(/^HOME=\/tmp$/m)
  })

  it('puts the errors of a program after its output', async () => {
    const { run } = await open({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    expect(await run(['cat', 'a.txt', 'none', 'b.txt'])).toMatchObject({
      exitCode: 1,
      output: 'a\nb\ncat: none: No such file or directory\n',
    })
  })

  it('keeps only the workspace from one command to the next', async () => {
    const { run, sh, workspace } = await open()
    expect(await sh('echo x > /tmp/x && cd /tmp && cat x && export A=1 && ls /')).toBe('x\ntmp\nworkspace\n')
    expect((await run(['cat', '/tmp/x'])).exitCode).toBe(1)
    expect(await sh('pwd; echo "[$A]"; echo y > /dev/null')).toBe('/workspace\n[]\n')
    expect(await workspace.fs.readdir('/')).toEqual([])
  })

  it('moves, copies, appends, removes and finds as a shell does', async () => {
    const { sh, workspace } = await open({ 'a.txt': 'one\n', '120000 link': 'a.txt' })
    const script = `set -e; mkdir -p d/e; mv a.txt d/e/b.txt; cp -r d f; echo two >> f/e/b.txt; rm -r d
      touch new; sed -i s/one/uno/ f/e/b.txt; find . -type f | sort; cat f/e/b.txt; readlink link`
    expect(await sh(script)).toBe('./f/e/b.txt\n./new\nuno\ntwo\na.txt\n')
    expect(await workspace.fs.readdir('/')).toEqual(['f', 'link', 'new'])
    expect(await sh('echo x > none/x; echo after')).toBe('sh: ENOENT: /none\n')
    expect(await sh('cp -r f f/g; ls f')).toMatch(/^e\ncp: cannot copy 'f' into itself/)
  })

  it.each([
    'mv run.sh b.sh',
    'mv link other',
    'mv tools moved',
    'mv links moved',
    'mkdir moved && mv tools moved',
  ])('does not move what a copy would change: %s', async (script) => {
    const { run, sh, workspace } = await open({
      '100755 run.sh': 'echo run\n',
      'a.txt': 'one\n',
      '120000 link': 'a.txt',
      'tools/a.txt': 'one\n',
      '100755 tools/deep/run.sh': 'echo run\n',
      '120000 links/link': '../a.txt',
    })
    const { exitCode, output } = await run(['sh', '-c', script])
    expect(exitCode).toBe(1)
    expect(output).toContain('ENOTSUP')
    expect(await sh('./run.sh; ./tools/deep/run.sh; readlink link links/link')).toBe(
      'run\nrun\na.txt\n../a.txt\n',
    )
    const left = await workspace.fs.readdir('/')
    expect(left.filter((name) => name !== 'moved').sort()).toEqual([
      'a.txt',
      'link',
      'links',
      'run.sh',
      'tools',
    ])
  })

  it('moves and copies a file over a file, a link and an executable file', async () => {
    const { sh, run, workspace } = await open({
      'a.txt': 'one\n',
      'b.txt': 'two\n',
      '120000 link': 'b.txt',
      '100755 run.sh': 'echo run\n',
      'd/x.txt': 'x\n',
    })
    expect(await sh('sed s/one/uno/ a.txt > new; mv new a.txt; cat a.txt')).toBe('uno\n')
    expect(await sh('cp b.txt a.txt; cat a.txt; echo one > a.txt')).toBe('two\n')
    expect(await sh('mv a.txt link; cat link b.txt')).toBe('one\ntwo\n')
    expect((await workspace.fs.lstat('/link')).isSymbolicLink()).toBe(false)
    expect(await sh('mv link run.sh; cat run.sh; ls')).toBe('one\nb.txt\nd\nrun.sh\n')
    expect((await workspace.fs.stat('/run.sh')).mode & 0o111).toBe(0)
    expect((await run(['mv', '-T', 'd', 'run.sh'])).exitCode).toBe(1)
    expect(await sh('cat run.sh d/x.txt')).toBe('one\nx\n')
  })

  it('leaves a file that is moved to a link to itself', async () => {
    const { sh } = await open({ 'a.txt': 'one\n', '120000 link': 'a.txt' })
    expect(await sh('mv a.txt link; cat a.txt link')).toBe('one\none\n')
  })

  it('reports that it cannot create a link or change a mode', async () => {
    const { run } = await open({ 'a.sh': 'echo a\n' })
    for (const argv of [
      ['chmod', '+x', 'a.sh'],
      ['ln', '-s', 'a.sh', 'b.sh'],
      ['ln', 'a.sh', 'b.sh'],
    ]) {
      const { exitCode, output } = await run(argv)
      expect([argv[0], exitCode]).toEqual([argv[0], 1])
      expect(output).not.toBe('')
    }
  })

  it('ends a command that exceeds a limit with 126', async () => {
    const { run } = await open({}, { limits: { maxCommandCount: 50, maxLoopIterations: 50 } })
    const { exitCode, output } = await run(['sh', '-c', 'while true; do :; done'])
    expect(exitCode).toBe(126)
    expect(output).toMatch(/too many .*50/)
  })

  it('runs custom programs', async () => {
    const greet: BashProgram = {
      name: 'greet',
      async run([name = 'nobody'], { fs, cwd, env, stdin }) {
        await fs.writeFile(`${cwd}/greeted`, name)
        return { stdout: `Hello, ${name}${stdin} from ${env.get('HOME')}.\n`, stderr: '', exitCode: 4 }
      },
    }
    const { run, commands, workspace } = await open({}, { programs: [greet] })
    expect(await commands.find('greet', workspace)).toBe(true)
    expect(await run(['greet', 'a b'])).toMatchObject({ exitCode: 4, output: 'Hello, a b from /tmp.\n' })
    expect(await run(['sh', '-c', 'printf "é" | greet a'])).toMatchObject({
      output: 'Hello, aé from /tmp.\n',
    })
    await run(['greet', 'a b'])
    expect(new TextDecoder().decode(await workspace.fs.readFile('/greeted'))).toBe('a b')
  })

  it('fault 26: a custom program cannot write files after its end', async () => {
    let late = (): void => {}
    const written = new Promise<unknown>((resolve) => {
      late = () => resolve(undefined)
    })
    let failed: unknown
    const slow: BashProgram = {
      name: 'slow',
      async run(_args, { fs, cwd }) {
        void written.then(() => fs.writeFile(`${cwd}/late`, '')).catch((error: unknown) => (failed = error))
        return { stdout: '', stderr: '', exitCode: 0 }
      },
    }
    const { run, workspace } = await open({}, { programs: [slow] })
    await run(['slow'])
    late()
    await vi.waitFor(() => expect(failed).toBeDefined())
    expect(await workspace.fs.readdir('/')).toEqual([])
  })

  it('cuts output at its limit, between lines', async () => {
    const { run } = await open({}, { outputLimit: 1000 })
    const { output, truncated } = await run(['awk', 'BEGIN { for (i = 0; i < 5000; i++) print "line " i }'])
    expect(truncated).toBe(true)
    expect(output.length).toBeLessThan(1100)
    const [head = '', tail = ''] = output.split(/\[… \d+ lines \(\d+ characters\) left out …\]\n/)
    expect(head).toMatch(/^line 0\n(line \d+\n)+$/)
    expect(tail).toMatch(/^(line \d+\n)+line 4999\n$/)
  })
})
