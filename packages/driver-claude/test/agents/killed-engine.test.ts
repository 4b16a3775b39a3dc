import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, done, finish, type MessagesRequest } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude, testKey } from './real-claude.ts'
import { startAmelia, type StartedAmelia } from './start-amelia.ts'
import { writesHello } from './writes-hello.ts'

let claude: RealClaude
let repo: string
beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  createRepository(repo)
})
afterEach(() => claude.close())

const amelia = (...words: string[]): StartedAmelia =>
  startAmelia(claude, repo, words, { ANTHROPIC_API_KEY: testKey })

/** Kills the engine, its agents and all that they started, at once. */
const killTree = (engine: number): void => {
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const isOurs = (): boolean => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(`CLAUDE_CONFIG_DIR=${claude.home}\0`)
      } catch {
        return false
      }
    }
    try {
      if (Number(name) === engine || isOurs()) process.kill(Number(name), 'SIGKILL')
    } catch {
      // It has ended since the listing.
    }
  }
}

/** Files of Claude Code in the folder for temporary files. */
const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('claude'))

const resultsIn = ({ body }: MessagesRequest): number =>
  body.messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type, is_error }) => type === 'tool_result' && is_error !== true).length

const spentNow = async (): Promise<Record<string, unknown>> => {
  const { stdout } = await amelia('status', '--json').outcome
  return (JSON.parse(stdout) as { spent: Record<string, unknown> }).spent
}

it('counts the tokens of a run whose engine was killed twice as the server counts them', async () => {
  const before = leftovers()
  const deaths = new Set([2, 4])
  let die = (): void => {}
  claude.api.play(async (request) => {
    const turn = resultsIn(request)
    if (deaths.delete(turn)) {
      die()
      return { kind: 'hang' }
    }
    return turn < 6
      ? call('Bash', { command: `echo ${turn} >> hello.txt` })
      : finish(request, done('The file is there.', { files: ['hello.txt'] }))
  })
  const plan = join(dirname(claude.dir), 'plan.md')
  writeFileSync(plan, writesHello.plan)
  const flags = ['--no-review', '--trust', 'autonomous', '--yes', '--target', 'work']
  const start = ['run', plan, ...flags, '--driver', 'claude', '--model', 'claude-sonnet-4-5']
  for (const words of [start, ['resume']]) {
    const died = new Promise<void>((resolve) => (die = resolve))
    const engine = amelia(...words)
    await Promise.race([died, engine.outcome])
    killTree(engine.pid)
    await engine.outcome
  }
  const { code, stdout, stderr } = await amelia('resume').outcome
  expect(code, stdout + stderr).toBe(0)
  const spent = await spentNow()
  console.log(`server: ${JSON.stringify(claude.api.used)}, run: ${JSON.stringify(spent)}`)
  expect(leftovers()).toEqual(before)
  expect(spent).toMatchObject({ sessions: 3, ...claude.api.used, unknownTokens: 0 })
})
