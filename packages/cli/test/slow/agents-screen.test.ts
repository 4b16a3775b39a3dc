import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'
import { expectCaptured } from '../fixtures/expect-captured.ts'
import { startInTerminal } from '../fixtures/start-terminal.ts'

afterAll(removeFolders)

const rows = [
  ['1', 'Set up the package', '-'],
  ['2', 'Parse the header', '1'],
  ['3', '行を読む', '1'],
  ['4', 'Write rows', '1'],
  ['5', 'Detect the encoding of a file without a byte order mark', '1'],
  ['6', 'Translate the messages', '1'],
  ['7', 'Document the package', '4'],
] as const

const subtasks = '- [ ] Read the rows\n- [ ] Quote the fields\n- [ ] Write the rows\n'

const plan = `# CSV tools

**Goal:** Read and write CSV files.

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
${rows.map(([id, title, after]) => `| ${id} | ${title} | ${after} | - | 2 | ⬜ |\n`).join('')}
${rows.map(([id, title]) => `## Phase ${id}: ${title}\n\n${id === '4' ? subtasks : 'Do it.\n'}`).join('\n')}`

/** Runs the plan with the agents of `sample-agents.mjs`. */
const startAgents = () => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const path = join(folder, 'plan.md')
  writeFileSync(path, plan)
  const config = join(import.meta.dirname, '..', 'fixtures', 'sample-agents.mjs')
  const args = ['run', path, '--repo', repository, '--config', config, '--yes', '--trust', 'autonomous']
  const env = { AMELIA_SAMPLE_STOP: join(folder, 'stop') }
  return { repository, run: startInTerminal([...args, '--concurrency', '6'], { env }) }
}

const usage = 'left  '
/** A frame that shows what each session has reported so far. */
const isReady = (text: string): boolean =>
  [
    / \$14\.29\+?$/m,
    /Bash npm test/,
    /次に実装します/,
    /0\/3 subtasks, 1 claimed {2}.*Q/,
    /waiting for sample/,
  ].every((each) => each.test(text)) &&
  text.includes(usage) &&
  text.trimEnd().endsWith('?: help')

it('a run with agents shows tokens, cost and the last line of each, and gives them texts', async () => {
  const { repository, run } = startAgents()
  const { until, screen, resize, press, type, exited } = run
  await until((text) => isReady(text) && text.includes('Changes '))
  expectCaptured('agents-question-80x24.txt', screen())
  resize({ cols: 200, rows: 60 })
  // The view may read that a session waits before it reads that the session began.
  const wide = ['(1.2M cached)', '[session 1: tokens unknown]', 'Changes ']
  await until((text) => isReady(text) && wide.every((part) => text.includes(part)))
  expectCaptured('agents-question-200x60.txt', screen())
  await press('\u001b', 'Tab: 1 question')
  expectCaptured('agents-200x60.txt', screen())
  resize({ cols: 80, rows: 24 })
  await until((text) => isReady(text) && text.includes('└─') && !text.includes('(1.2M cached)'))
  expectCaptured('agents-80x24.txt', screen())

  const opened = /▸ session, following {4}changes \+0 -0 [^]*│ Bash {2}npm test[^]*\?: help$/m
  await press('\r', opened)
  expectCaptured('phase-80x24.txt', screen())
  resize({ cols: 200, rows: 60 })
  await until((text) => opened.test(text) && text.split('\n').length === 60)
  expectCaptured('phase-200x60.txt', screen())
  resize({ cols: 80, rows: 24 })
  await press('\u001b', /^▸ ● 2 [^]*\?: help$/m)

  await press('s', 'Send a text to phase 2? Enter: write it, s: another, other keys: no')
  await press('\r', 'Text for the agent of phase 2:')
  type('use tabs')
  await press('\r', 'Sent to phase 2.')
  await until(/^[▸ ] ● 2 .* You wrote: .*use tabs/m)

  const watch = startInTerminal(['watch', '--repo', repository])
  await watch.until(/^[▸ ] ● 3 .*\n[^]*Question 1 of 1[^]*\?: help$/m)
  await watch.press('\u001b', 'Tab: 1 question')
  await watch.press('s', 'Send a text to phase 2?')
  await watch.press('s', 'Send a text to phase 3?')
  await watch.press('\r', 'Text for the agent of phase 3:')
  watch.type('語を分ける')
  await watch.press('\r', /\?: help$|not reacted/)
  await until(/^[▸ ] ● 3 .* You wrote: .*語を分ける/m)
  await watch.press('c', 'Cancel phase 2? y: yes, c: another, other keys: no')
  await watch.press('y', /Question 1 of 2/)
  await until('? 2 waiting')
  await watch.press('\u001b', 'Tab: 2 questions')
  await watch.press('b', 'The run continues.')
  expect(await watch.exited).toBe(0)
  type('\u0003\u0003')
  expect(await exited).toBe(130)
}, 120_000)
