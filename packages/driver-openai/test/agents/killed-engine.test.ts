import { readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository } from './create-repository.ts'
import { type ModelRequest, patch, report } from './fake-responses.ts'
import { processesOf } from './processes-of.ts'
import { startAmelia } from './start-amelia.ts'

const turns = 6

/** How many of the model's answers the conversation contains: those whose tools ended. */
const turnOf = ({ body }: ModelRequest): number =>
  body.input.filter(
    ({ type, output }) => type.endsWith('_call_output') && !JSON.stringify(output).includes('aborted'),
  ).length

/** The folders for schemas of answers in the folder for temporary files, which killed processes leave. */
const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('codex-output-'))

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended since the listing.
  }
}

it('counts the tokens of a run whose engine was killed twice as the server counts them', async () => {
  const before = leftovers()
  const deaths = new Set([2, 4])
  let die = (): void => {}
  const stage = await setCodexStage((request) => {
    const turn = turnOf(request)
    if (deaths.delete(turn)) {
      die()
      return 'hang'
    }
    return turn < turns ? [patch(`f${turn}.txt`, ['x'])] : [report('Written.', ['f0.txt'])]
  })
  const repo = createRepository({ 'a.txt': 'a\n' })
  const plan = join(folder('plan'), 'plan.md')
  writeFileSync(plan, '# Files\n\n## Task 1: Write the files\n\nAll of them.\n')
  const flags = ['--no-review', '--trust', 'autonomous', '--yes', '--target', 'work', '--driver', 'codex']
  const start = ['run', plan, ...flags, '--model', 'gpt-5.1-codex']
  for (const words of [start, ['resume']]) {
    const died = new Promise<void>((resolve) => (die = resolve))
    const engine = startAmelia(stage, repo, words)
    await Promise.race([died, engine.ended])
    // The engine, its agent and all that they started, at once.
    for (const pid of [engine.pid, ...processesOf(`CODEX_HOME=${stage.home}`).keys()]) kill(pid)
    await engine.ended
  }
  const resumed = startAmelia(stage, repo, ['resume'])
  expect(await resumed.ended, resumed.output()).toBe(0)
  const status = startAmelia(stage, repo, ['status', '--json'])
  expect(await status.ended, status.output()).toBe(0)
  const { spent } = JSON.parse(status.output()) as { spent: Record<string, unknown> }
  const answers = stage.model.answered()
  console.log(`server: ${answers} answers, run: ${JSON.stringify(spent)}`)
  expect(answers).toBe(turns + 1)
  expect(leftovers()).toEqual(before)
  expect(spent).toMatchObject({
    ...{ sessions: 3, unknownTokens: 0 },
    ...{ inputTokens: 100 * answers, cachedInputTokens: 10 * answers, outputTokens: 20 * answers },
  })
})
