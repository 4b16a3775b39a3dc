import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, snapshot } from './fixtures/cli.ts'
import { startInTerminal } from './fixtures/start-terminal.ts'

afterAll(removeFolders)

/** An agent of a config file that writes a file, and counts some units. */
const agentOf = (meters: string[], id: string) => `({
  contract: 'driver-v1', id: '${id}', provider: '${id}', meters: ${JSON.stringify(meters)}, reports: 'text',
  async runSession({ phase, workspace }) {
    await workspace.fs.writeFile(\`/\${phase.id}.txt\`, new TextEncoder().encode('hello'))
    const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: [], notDone: [] }
    const usage = { inputTokens: 1000, cachedInputTokens: 0, outputTokens: 500${meters.includes('usd') ? ', usd: 0.25' : ''} }
    return { text: '\`\`\`json\\n' + JSON.stringify(report) + '\\n\`\`\`\\n', usage }
  },
})`

/** Prepares a repository, a plan of two tasks, and the arguments of a run with an agent. */
const prepare = (meters: string[] = ['tokens', 'usd'], id = 'worker') => {
  const [repository, folder] = [makeRepository(), makeFolder()]
  const [plan, config] = [join(folder, 'plan.md'), join(folder, 'amelia.config.mjs')]
  writeFileSync(plan, '# Plan\n\n## Task 1: Greet\n\nWrite 1.txt.\n\n## Task 2: Go on\n\nWrite 2.txt.\n')
  writeFileSync(config, `export default { driver: ${agentOf(meters, id)} }\n`)
  const args = [
    'run',
    plan,
    '--repo',
    repository,
    '--config',
    config,
    '--trust',
    'autonomous',
    '--no-review',
    '--concurrency',
    '1',
  ]
  const file = join(repository, '.git', 'amelia', 'command-line', 'budget.json')
  const stored = (): unknown => JSON.parse(readFileSync(file, 'utf8'))
  return { repository, args, file, stored, folder }
}

const flat = (text: string): string => text.replace(/\s+/g, ' ')

const none = 'none: the run may spend without a limit; --budget-usd AMOUNT or --budget-tokens N sets one'
const unknown = 'unknown: no earlier run of this repository reported its tokens'

describe('a run with an agent and without a budget', { timeout: 120_000 }, () => {
  it('says so when it starts, with the cost that the dry run shows', async () => {
    const { args, file } = prepare()
    const first = await cli(args)
    expect(first.code, first.stderr).toBe(0)
    expect(first.stderr).toContain(`note: Budget: ${none}. Cost: ${unknown}.\n`)
    expect(existsSync(file)).toBe(false)

    const dry = await cli([...args, '--dry-run'])
    const [, cost = ''] = /Cost: (.*?, from \d phases of 1 earlier run)/.exec(flat(dry.stdout)) ?? []
    expect(cost).toBe('about $0.50, 3.0k tokens, from 2 phases of 1 earlier run')
    expect(flat(dry.stdout)).toContain(`Budget: ${none} Cost: `)
    expect(flat(dry.stdout)).toMatch(
      / Time: about .*without waits for people, from 2 phases of 1 earlier run /,
    )
    const second = await cli([...args, '--target', 'again'])
    expect(second.stderr).toContain(`note: Budget: ${none}. Cost: ${cost}.\n`)
    const limited = await cli([...args, '--target', 'limited', '--budget-usd', '5'])
    expect({ code: limited.code, stderr: limited.stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('names an agent that counts nothing', async () => {
    const { stderr } = await cli(prepare([], 'silent').args)
    expect(stderr).toContain(
      'note: Budget: none: the run may spend without a limit, because silent counts neither dollars nor tokens. Cost: unknown',
    )
  })

  it('asks for a limit once per repository, and stores it', async () => {
    const { args, repository, stored, file } = prepare()
    const asked = startInTerminal(args)
    const shown = await asked.until('Limit in US dollars (Enter: no limit): ')
    expect(shown).toContain(
      'This run has no budget: its agents may spend without a limit. Cost: unknown: no\nearlier run of this repository reported its tokens.\nLimit in US',
    )
    asked.type('much\r')
    await asked.until('  Expected a number above 0, such as 20.\nLimit in US dollars (Enter: no limit): ')
    asked.type('$0.20\r')
    await asked.press('\r', 'Question 1 of 1')
    expect(stored()).toEqual({ version: 1, budgetUsd: 0.2 })
    // The limit is that of this run, too: its second phase needs more.
    await asked.until(/Question 1 of 1/)
    asked.pty.kill()
    await asked.exited

    const settings = await cli(['run', '--print-config', '--repo', repository])
    expect(settings.stdout).toMatch(/^budgetUsd +0\.2 +\S*budget\.json$/m)
    const dry = await cli([...args, '--dry-run'])
    expect(dry.stdout).toContain('\nBudget: $0.20, stored for this repository\n')
    const again = await cli([...args, '--target', 'again'])
    expect(again.stderr).toContain(`note: Budget: $0.20, stored for this repository in ${file}.\n`)
    expect(again.code).toBe(3)
    const given = await cli([...args, '--target', 'given', '--budget-usd', '9'])
    expect({ code: given.code, stderr: given.stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('asks in tokens where the agent counts no dollars, and remembers that the person set none', async () => {
    const { args, stored } = prepare(['tokens'])
    const asked = startInTerminal(args)
    await asked.until('Limit in tokens (Enter: no limit): ')
    asked.type('\r')
    expect(await asked.exited).toBe(0)
    expect(stored()).toEqual({ version: 1 })
    const second = startInTerminal([...args, '--target', 'again'])
    expect(await second.exited).toBe(0)
    expect(second.output()).not.toContain('Limit in')
    expect(flat(second.output())).toContain('note: Budget: none')
  })

  it('starts nothing if the person leaves with Ctrl-C', async () => {
    const { args, repository, file } = prepare()
    const before = snapshot(repository)
    for (const keys of ['\u0003', '5\r\u0003']) {
      const asked = startInTerminal(args)
      await asked.until('Limit in US dollars')
      if (keys.length === 1) asked.type(keys)
      else {
        asked.type('5\r')
        await asked.until('later runs of this repository too?')
        asked.type('\u0003')
      }
      expect([await asked.exited, asked.output()]).toEqual([
        130,
        expect.stringContaining('Nothing was started.'),
      ])
      expect(asked.output()).toContain('Nothing was started.')
      expect(existsSync(file)).toBe(false)
      expect(snapshot(repository)).toBe(before)
    }
  })

  it.each([['--yes'], ['--budget-usd', '5'], ['--budget-tokens', '50000'], ['--phase-budget-usd', '5']])(
    'does not ask with %s',
    async (...flags) => {
      const { args, file } = prepare()
      const run = startInTerminal([...args, ...flags])
      expect(await run.exited).toBe(0)
      expect(run.output()).not.toContain('Limit in')
      expect(existsSync(file)).toBe(false)
    },
  )

  it('refuses a stored limit that its agents cannot count, and a damaged file', async () => {
    const { args, file, folder } = prepare(['tokens'])
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '{"version":1,"budgetUsd":20}\n')
    const refused = await cli(args)
    expect({ code: refused.code, stderr: refused.stderr }).toEqual({
      code: 2,
      stderr: `error: The limit of $20.00 that is stored for the runs of this repository cannot be counted: worker counts tokens only.\nGive this run a limit: --budget-tokens N. To remove the stored one: rm ${file}\n`,
    })
    expect((await cli([...args, '--budget-tokens', '50000'])).code).toBe(0)
    writeFileSync(join(folder, 'amelia.config.mjs'), `export default { driver: ${agentOf([], 'silent')} }\n`)
    const silent = await cli([...args, '--target', 'again'])
    expect(silent.stderr).toContain(
      'warning: The limit of $20.00 that is stored for the runs of this repository does not apply, because not every agent counts it: silent.\n',
    )
    writeFileSync(file, '{"version":1,"budgetUsd":"20"}\n')
    const damaged = await cli(args)
    expect(damaged.code).toBe(2)
    expect(damaged.stderr).toContain(`cannot be read: ${file}.\nDelete the file;`)
  })

  it('does not mention a budget when no agent works', async () => {
    const repository = makeRepository()
    const plan = join(makeFolder(), 'plan.md')
    writeFileSync(plan, '# Plan\n\n## Task 1: Greet\n\n```sh\necho hello > 1.txt\n```\n')
    const outcome = await cli(['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes'])
    expect(outcome.stderr).not.toContain('Budget')
  })
})
