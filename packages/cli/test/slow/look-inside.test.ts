import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders } from '../fixtures/cli.ts'
import { startInTerminal } from '../fixtures/start-terminal.ts'

afterAll(removeFolders)

/** An agent that prints a line a second and adds one to a file, until a file exists. */
const agent = (stop: string): string => `
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
readFileSync(0, 'utf8')
let count = 0
const work = setInterval(() => {
  console.log('line ' + ++count)
  appendFileSync('work.txt', 'work ' + count + '\\n')
  if (!existsSync(${JSON.stringify(stop)})) return
  clearInterval(work)
  console.log('\`\`\`json\\n' + JSON.stringify({ status: 'done', summary: 'Wrote it.', subtasks: [], files: ['work.txt'], notDone: [] }) + '\\n\`\`\`')
}, 1000)
`

/** A check that prints a line a second. */
const check = `
let count = 0
setInterval(() => console.log('check ' + ++count), 1000)
`

const plan = `# Loyalty points for the shop

## Task 1: Points schema and migration

Write the schema.

## Task 2: Earning rules

**Depends on:** Task 1

Write the rules.
`

/** Prepares a repository, a plan, and the agent, and the arguments of a run that is as people start it. */
const prepare = () => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('agent.mjs'), agent(at('stop')))
  writeFileSync(at('check.mjs'), check)
  writeFileSync(at('plan.md'), plan)
  const args = ['run', at('plan.md'), '--repo', repository, '--driver', 'command']
  return {
    repository,
    args: [
      ...[...args, '--agent', `node ${at('agent.mjs')}`, '--yes', '--no-review'],
      ...['--lint', `node ${at('check.mjs')}`],
    ],
    finish: () => writeFileSync(at('stop'), ''),
  }
}

/** The number of the last line of the agent, or of the check, on the screen. */
const lastLine = (text: string, of = 'line'): number =>
  Math.max(0, ...Array.from(text.matchAll(new RegExp(`│ ${of} (\\d+)`, 'g')), ([, number]) => Number(number)))

const [right, up] = ['\u001b[C', '\u001b[A']

describe.concurrent('a phase that a person opens', { timeout: 120_000 }, () => {
  it('shows the lines of its agent and of its checks as they come, without a key', async () => {
    const { args, finish } = prepare()
    const run = startInTerminal(args)
    await run.until(/^▸ ● 1 .* line \d/m)
    const before = lastLine(await run.press('\r', /▸ session, following[^]*│ line \d/))
    // Nothing is pressed from here on.
    await run.until((text) => [1, 2, 3].every((more) => text.includes(`│ line ${before + more}\n`)))
    finish()
    const checking = lastLine(await run.until(/running: node \S*check\.mjs[^]*│ check \d/), 'check')
    await run.until((text) => [1, 2, 3].every((more) => text.includes(`│ check ${checking + more}\n`)))
    await run.press('\u001b', /^▸ . \d .*\n[^]*\?: help$/m)
    run.type('\u0003\u0003')
    expect(await run.exited).toBe(130)
  })

  it('shows the changes so far, finds a text, and goes back', async () => {
    const { args } = prepare()
    const run = startInTerminal(args)
    await run.until(/^▸ ● 1 .* line 2/m)
    await run.press('\r', '▸ session, following')
    await run.press(right, /▸ changes \+\d+ -0[^]*^ *\+work 1$/m)
    // The next lines of the file appear without a key.
    await run.until(/^ *\+work 4$/m)
    await run.press(right, '▸ checks')
    await run.press(right, /▸ attempts[^]*Attempt 1/)
    await run.press(right, /▸ plan[^]*Write the schema\./)
    await run.press(right, /▸ session, following[^]*│ line 4/)
    await run.press(up, /▸ session {2}/)
    run.type('/')
    await run.until('Find: (Enter: done, Esc: back)')
    run.type('LINE 3')
    await run.press('\r', /"LINE 3": 1 of \d/)
    const shown = await run.press('f', '▸ session, following')
    expect(shown).toContain('Esc: back')
    await run.press('\u001b', /Enter: open.*\?: help$/m)
    run.type('\u0003\u0003')
    expect(await run.exited).toBe(130)
  })

  it('grows in a watch of another process too', async () => {
    const { args, repository } = prepare()
    expect((await cli([...args, '--trust', 'standard', '--detach'])).code).toBe(0)
    const watch = startInTerminal(['watch', '--repo', repository])
    await watch.until(/^▸ ● 1 .* line \d/m)
    const before = lastLine(await watch.press('\r', /▸ session, following[^]*│ line \d/))
    await watch.until((text) => [1, 2, 3].every((more) => text.includes(`│ line ${before + more}\n`)))
    await watch.press(right, /▸ changes \+\d+ -0[^]*^ *\+work 1$/m)
    await watch.press('\u001b', /Enter: open.*\?: help$/m)
    await watch.press('b', 'The run continues.')
    expect(await watch.exited).toBe(0)
    const { stdout } = await cli(['status', '--repo', repository, '--json'])
    const { runId } = JSON.parse(stdout) as { runId: string }
    expect((await cli(['cancel', runId, '--repo', repository])).code).toBe(0)
  })
})
