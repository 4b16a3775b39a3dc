import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import {
  cli,
  git,
  makeFolder,
  makeRepository,
  type PlanRow,
  removeFolders,
  writePlan,
} from '../fixtures/cli.ts'
import { expectCaptured } from '../fixtures/expect-captured.ts'
import { type Size, startInTerminal, startTerminal } from '../fixtures/start-terminal.ts'

afterAll(removeFolders)

/** A command that lasts until a file exists, or the test has removed its folder. */
const lasting = (file: string): string =>
  `until [ -e ${file} ] || [ ! -d ${dirname(file)} ]; do sleep 0.05; done; echo done > ${file}.txt; cp ${file}.txt .`

/** Prepares a repository and a plan, and the arguments that run it. */
const prepare = (rows: (stop: string) => PlanRow[], more: string[] = ['--trust', 'autonomous']) => {
  const folder = makeFolder()
  const stop = join(folder, 'stop')
  const repository = makeRepository()
  const plan = writePlan(folder, rows(stop))
  const args = ['run', plan, '--repo', repository, '--yes', '--on-failure', 'continue', ...more]
  return { repository, args, finish: () => writeFileSync(stop, '') }
}

const start = (rows: (stop: string) => PlanRow[], { size, more }: { size?: Size; more?: string[] } = {}) => {
  const prepared = prepare(rows, more)
  return { ...prepared, ...startInTerminal(prepared.args, size && { size }) }
}

const commitsOf = (repository: string): string[] =>
  Array.from(
    new Set(
      git(repository, 'log', '--branches=amelia/*', '--format=%s', '--grep=^Amelia-Phase:').split('\n'),
    ),
  )
    .filter(Boolean)
    .sort()

const statusOf = async (repository: string) => {
  const { stdout } = await cli(['status', '--repo', repository, '--json'])
  return JSON.parse(stdout) as {
    status: string
    locked: boolean
    canGoOn: boolean
    gates: { number: number }[]
  }
}

/** Phases that end with a question: a missing program. */
const asking = (id: string): PlanRow => ({ id, run: 'exit 127' })

describe.concurrent('a run in a terminal', { timeout: 120_000 }, () => {
  it('drops keys that are typed before a question is drawn', async () => {
    const { type, until, press, exited, repository, output } = start(() => [asking('1')])
    // `x` aborts, and `y` confirms it.
    type('xyxyax')
    await until('Question 1 of 1')
    type('xy')
    expect(await press('s', /Partly completed/)).not.toContain('aborted')
    await exited
    expect((await statusOf(repository)).status).toBe('partial')
    expect(output()).not.toContain('End the run?')
  })

  it('shows three questions at once while another phase continues, and answers each', async () => {
    const run = start((stop) => [
      ...['1', '2', '3'].map(asking),
      { id: '4', run: lasting(stop) },
      { id: '5', after: '2' },
    ])
    const { until, press, finish, exited, repository } = run
    const first = await until('Question 1 of 3')
    expect(first).toContain('● 4')
    expect(first.match(/^ {3}#\d /gm)).toHaveLength(2)
    const asked = (text: string): string | undefined => /Question . of . +#\d +phase (\d)/.exec(text)?.[1]
    expect(asked(await press('\t', /Question 2 of 3/))).not.toBe(asked(first))
    await press('\t', 'Question 3 of 3')
    let left = await press('\t', 'Question 1 of 3')
    while (asked(left) !== '2') left = await press('\t', /Question . of 3.*phase 2/)
    expect(left).toContain('skips step 2.1.1')
    await press('s', /Question . of 2/)
    await press('\u001b', 'Tab: 2 questions')
    finish()
    await until(/✓ 4 /)
    await press('\t', /Question . of 2/)
    await press('\u0004', /1 of 2|Question/)
    await press('\u0004', /amelia answer/)
    expect(await exited).toBe(3)
    const { gates } = await statusOf(repository)
    expect(gates).toHaveLength(2)
  })

  it('shows the details and the complete output of a question as a page', async () => {
    const { until, press, exited } = start(() => [{ id: '1', run: 'seq -f "line %g" 40; exit 127' }])
    await until('Question 1 of 1')
    const page = await press('l', /Details and output[^]*q: back/)
    expect(page).toMatch(/^\| line 1$/m)
    // The complete output replaces the part of it in the details.
    expect(page).not.toMatch(/^line 1$/m)
    expect(await press('G', '| line 40')).not.toMatch(/line 1$/m)
    expect(await press('q', 'Esc: later')).toContain('Question 1 of 1')
    await press('s', /skipped|Partly|Completed/)
    await exited
  })

  it('opens a copy of the work in an editor, which gets the terminal and gives it back', async () => {
    const folder = makeFolder()
    const editor = join(folder, 'editor.mjs')
    writeFileSync(
      editor,
      `import { readdirSync, statSync, writeFileSync } from 'node:fs'
writeFileSync('left.txt', '')
const mode = (statSync('one.txt').mode & 0o777).toString(8)
console.log('EDITOR of ' + readdirSync(process.argv[2]).sort().join(' ') + ' ' + mode)
process.stdin.once('data', () => process.exit()).resume()
`,
    )
    const { args, repository } = prepare(() => [{ id: '1', run: 'echo one > one.txt; exit 127' }])
    const env = { VISUAL: `${process.execPath} ${editor}` }
    const { until, press, type, exited, isAlternate } = startInTerminal(args, { env })
    await until('Question 1 of 1')
    expect(await press('e', 'EDITOR of')).toMatch(/EDITOR of .*left\.txt .*one\.txt 444/)
    expect(isAlternate()).toBe(false)
    type('\r')
    await until('That was a copy for reading: changes in it are not kept.')
    expect(isAlternate()).toBe(true)
    await press('s', /skipped|Partly|Completed/)
    await exited
    expect(git(repository, 'log', '--all', '--format=', '--name-only')).not.toContain('left.txt')
  })

  it('cancels a running phase after a second key', async () => {
    const { until, press, exited } = start((stop) => [{ id: '1', run: lasting(stop) }])
    await until(/^[▸ ] ● 1 /m)
    await press('c', /Cancel step 1\.1\.1 of phase 1\? y: yes, other keys: no$/m)
    await press('n', /\?: help$/)
    await press('c', /other keys: no$/m)
    await press('y', 'Question 1 of 1')
    await press('s', /Partly|Completed|skipped/)
    await exited
  })

  it('leaves no ghosts when it is resized', async () => {
    const { until, resize, finish, screen, exited, isAlternate } = start((stop) => [
      { id: '1', title: 'A phase with a title of some length', run: lasting(stop) },
      ...['2', '3', '4'].map((id) => ({ id, after: '1' })),
    ])
    await until(/^[▸ ] ● 1 .* until .*\n[^]*^[▸ ] ○ 4 .*waits for phase 1$/m)
    const wide = screen()
    for (const size of [
      { cols: 50, rows: 10 },
      { cols: 30, rows: 6 },
      { cols: 120, rows: 40 },
    ]) {
      resize(size)
      await until(
        (text) =>
          text.split('\n').length === size.rows &&
          /\?: help|…$/.test(text.trimEnd()) &&
          /^[▸ ] ● 1 /m.test(text),
      )
      for (const line of screen()) expect(line.length).toBeLessThan(size.cols)
      expect(screen().filter((line) => /^[▸ ] ● 1 /.test(line))).toHaveLength(1)
    }
    resize({ cols: 80, rows: 24 })
    const normal = (lines: string[]): string => lines.join('\n').replace(/\d+ s/g, '0 s')
    await until((text) => normal(text.split('\n')) === normal(wide))
    finish()
    await exited
    await until('Completed: 4 of 4 phases')
    expect(isAlternate()).toBe(false)
  })

  it('Ctrl-C drains, then stops, then exits, with the terminal restored', async () => {
    const once = start((stop) => [
      { id: '1', run: lasting(stop) },
      { id: '2', after: '1' },
    ])
    await once.until(/^[▸ ] ● 1 /m)
    once.type('\u0003')
    await once.until('Draining: 1 phase still running. Ctrl-C: stop now')
    once.finish()
    expect(await once.exited).toBe(130)
    expect(commitsOf(once.repository)).toEqual(['Phase 1: Do 1'])

    const twice = start((stop) => [{ id: '1', run: lasting(stop) }])
    await twice.until(/^[▸ ] ● 1 /m)
    twice.type('\u0003\u0003')
    expect(await twice.exited).toBe(130)
    expect(await statusOf(twice.repository)).toMatchObject({ status: 'cancelled', canGoOn: true })

    const thrice = start((stop) => [{ id: '1', run: lasting(stop) }])
    await thrice.until(/^[▸ ] ● 1 /m)
    thrice.type('\u0003\u0003\u0003')
    expect(await thrice.exited).toBe(130)
    for (const { output } of [once, twice, thrice]) expect(output()).toMatch(/\u001b\[\?2004l\u001b\[\?1049l/)
  })

  it('drains when its terminal is closed, and can be resumed', async () => {
    const { until, finish, pty, repository } = start((stop) => [
      { id: '1', run: lasting(stop) },
      asking('2'),
      { id: '3', after: '1' },
    ])
    await until('Question 1 of 1')
    await until(/^[▸ ] ● 1 /m)
    pty.kill('SIGHUP')
    finish()
    await expect
      .poll(async () => (await statusOf(repository)).locked, { timeout: 60_000, interval: 200 })
      .toBe(false)
    expect(await statusOf(repository)).toMatchObject({ canGoOn: true, gates: [{ number: 1 }] })
    expect(commitsOf(repository)).toEqual(['Phase 1: Do 1'])
  })

  it('is suspended by Ctrl-Z and continues with fg', async () => {
    const { args, finish } = prepare((stop) => [{ id: '1', run: lasting(stop) }])
    const command = [process.execPath, join(inject('programs'), 'cli.mjs'), ...args].join(' ')
    const env = { PS1: 'ready> ', AMELIA_CONFINE_WRITE: tmpdir() }
    const shell = startTerminal(['/bin/bash', '--norc', '--noprofile', '-i'], { env })
    await shell.until('ready>')
    shell.type(`${command}\r`)
    await shell.until(/^[▸ ] ● 1 /m)
    shell.type('\u001a')
    await shell.until('Stopped')
    expect(shell.isAlternate()).toBe(false)
    shell.type('echo $((6 * 7))\r')
    await shell.until(/^42$/m)
    shell.type('fg\r')
    await shell.until(
      (text) => /^[▸ ] ● 1 /m.test(text) && text.includes('?: help') && !text.includes('Stopped'),
    )
    expect(shell.isAlternate()).toBe(true)
    finish()
    await shell.until('Completed: 1 of 1 phase')
    shell.type('exit 0\r')
    expect(await shell.exited).toBe(0)
  })

  it('draws little, and the right screen, for a slow reader', async () => {
    const { until, pty, output, finish, exited, screen } = start((stop) => [
      ...['1', '2', '3', '4', '5'].map((id) => ({ id, run: `echo ${id} > ${id}.txt` })),
      { id: '6', run: lasting(stop) },
      { id: '7', run: lasting(stop), after: '6' },
    ])
    await until(/^[▸ ] ● 6 /m)
    pty.pause()
    const reading = setInterval(() => {
      pty.resume()
      setImmediate(() => pty.pause())
    }, 150)
    await until(/✓ 5 /)
    clearInterval(reading)
    pty.resume()
    await until((text) => /5\/7 {2}● 1 running/.test(text))
    expect(screen().filter((line) => /^[▸ ] ✓/.test(line))).toHaveLength(5)
    // A complete frame has about 700 bytes: only lines that differ are sent.
    const frames = output().split('\u001b[2J').length - 1
    expect(frames).toBe(1)
    expect(output().length).toBeLessThan(20_000)
    finish()
    await exited
  })
})

describe.concurrent('a run of another process', { timeout: 120_000 }, () => {
  it('is started in the background, watched, answered and left', async () => {
    const { args, repository, finish } = prepare(
      (stop) => [asking('1'), asking('2'), { id: '3', run: lasting(stop) }],
      ['--trust', 'autonomous', '--detach'],
    )
    expect(await cli(args.filter((word) => word !== 'autonomous' && word !== '--trust'))).toMatchObject({
      code: 2,
    })
    const failed = await cli([...args, '--driver', 'nobody'])
    expect(failed).toMatchObject({ code: 2, stdout: '' })
    expect(failed.stderr).toContain('nobody')
    const { code, stdout } = await cli(args)
    expect(code).toBe(0)
    const commands = stdout.split('\n').flatMap((line) => /^ {2}amelia (.*)$/.exec(line)?.[1] ?? [])
    const [watch = '', answer = '', cancel = ''] = commands
    const log = /^Its output: (.*)$/m.exec(stdout)?.[1] ?? ''

    const view = startInTerminal(watch.split(' '))
    await view.until(/^[▸ ] ● 3 [^]*Question 1 of 2/m)
    await view.press('s', /answered: |Question 1 of 1/)
    await view.until('Question 1 of 1')
    await view.press('\u001b', 'Tab: 1 question')
    await view.press('b', 'The run continues.')
    expect(await view.exited).toBe(0)
    expect((await statusOf(repository)).locked).toBe(true)
    expect(readFileSync(log, 'utf8')).toContain('answered: skip')

    const questions = startInTerminal(answer.split(' '))
    await questions.until('Question 1 of 1')
    await questions.press('s', 'Answered 1 question of run')
    expect(await questions.exited).toBe(0)

    const last = startInTerminal(watch.split(' '))
    await last.until(/^[▸ ] ● 3 /m)
    finish()
    await last.until('Partly completed')
    expect(await last.exited).toBe(1)
    expect((await cli(cancel.split(' '))).code).toBe(2)
  })

  it('is cancelled at a step by a key of its watch', async () => {
    const { args, repository, finish } = prepare(
      (stop) => ['1', '2'].map((id) => ({ id, run: lasting(stop) })),
      ['--trust', 'autonomous', '--concurrency', '2', '--detach'],
    )
    expect((await cli(args)).code).toBe(0)
    const { until, press, exited } = startInTerminal(['watch', '--repo', repository])
    await until(/^[▸ ] ● 1 .* until [^]*^[▸ ] ● 2 .* until /m)
    await press('c', /Cancel step 1\.1\.1 of phase 1\? y: yes, c: another, other keys: no$/m)
    await press('c', /Cancel step 2\.1\.1 of phase 2\? /)
    await press('y', 'Question 1 of 1  #1  phase 2')
    await press('s', /[⊘✓] 2 /)
    finish()
    expect(await exited).toBe(1)
    expect(await statusOf(repository)).toMatchObject({ status: 'partial', locked: false })
  })

  it('is answered by the number of its question', async () => {
    const { args, repository } = prepare(() => [asking('1'), asking('2')])
    const { code, stdout } = await cli(args)
    expect(code).toBe(3)
    expect(stdout).toMatch(/\? #1 Phase [12]: The command of step /)
    expect(stdout).toMatch(/ {2}amelia answer \S+ 2 retry\b/)
    const answer = (...words: string[]) => cli(['answer', ...words, '--repo', repository])
    expect((await answer('1', 'skip')).stdout).toContain('Saved "skip" for question 1.')
    expect(await answer('2', 'approve')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: Question 2 \(.+\) cannot be answered with "approve"\. It offers: /,
      ),
    })
    const unknown = await answer('7', 'skip')
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no question 7. Open questions: 1 ('),
    })
    const { runId } = JSON.parse((await cli(['status', '--repo', repository, '--json'])).stdout) as {
      runId: string
    }
    expect((await answer(runId, '#2', 'skip')).stdout).toContain('Saved "skip"')
    expect((await answer()).stderr).toContain('Asking the open questions needs a terminal.')
    expect((await cli(['resume', '--repo', repository])).code).toBe(1)
    expect((await answer('1', 'skip')).stderr).toContain('No run of this repository has an open question.')
  })
})

/** Whether the last line of a frame has been drawn. */
const isComplete = (text: string): boolean => text.trimEnd().endsWith('?: help')

describe('the screen of sixty phases', { timeout: 120_000 }, () => {
  const rows = (): PlanRow[] =>
    Array.from({ length: 60 }, (_, k): PlanRow => {
      const id = `${k + 1}`
      const title = k % 7 === 0 ? `Schritt ${id}: 日本語のページ 🚀` : `Build the part number ${id}`
      if (k < 12) return { id, title, status: '✅' }
      if (k < 15) return { id, title, run: 'sleep 600' }
      if (k === 15) return { id, title, run: 'exit 127' }
      return { id, title, after: `${Math.max(13, k - 3)}` }
    })

  it('is as it was captured', async () => {
    const { until, press, resize, screen, type, exited } = start(rows, {
      more: ['--trust', 'autonomous', '--concurrency', '4'],
    })
    await until(
      (text) =>
        text.includes('Question 1 of 1') &&
        text.includes('● 3 running') &&
        text.includes('Done ') &&
        text.match(/sleep 600/g)?.length === 3 &&
        isComplete(text),
    )
    expectCaptured('question-80x24.txt', screen())
    resize({ cols: 200, rows: 60 })
    // The bar is as wide as the terminal allows.
    await until((text) => text.includes('████░') && text.includes('Done ') && isComplete(text))
    expectCaptured('question-200x60.txt', screen())
    await press('\u001b', 'Tab: 1 question')
    expectCaptured('phases-200x60.txt', screen())
    resize({ cols: 80, rows: 24 })
    await until((text) => text.includes('… 29 more') && isComplete(text))
    expectCaptured('phases-80x24.txt', screen())
    await press('?', /At a question[^]*q: back/)
    expectCaptured('keys-80x24.txt', screen())
    resize({ cols: 200, rows: 60 })
    await until((text) => !text.includes('20/35') && /q {10}asks: [^]*q: back$/.test(text.trimEnd()))
    expectCaptured('keys-200x60.txt', screen())
    type('\u0003\u0003')
    await exited
  })
})
