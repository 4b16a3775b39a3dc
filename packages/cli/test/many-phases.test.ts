import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runsOf } from '../../../test/fixtures/runs-of.ts'
import { cli, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const table = (count: number, after: (id: number) => string): string =>
  `# Plan\n\n**Goal:** Do it.\n\n| Phase | Name | Depends On |\n|---|---|---|\n${Array.from(
    { length: count },
    (_, index) => `| ${index + 1} | Part ${index + 1} | ${after(index + 1)} |\n`,
  ).join('')}`

const chain = (id: number): string => (id === 1 ? '-' : String(id - 1))
/** All depend on the first phase, and the last one on all. */
const fan =
  (count: number) =>
  (id: number): string =>
    id === 1 ? '-' : id === count ? 'all' : '1'

const readBy = async (command: string[], text: string) => {
  const cwd = command[0] === 'run' ? makeRepository() : makeFolder()
  writeFileSync(join(cwd, 'plan.md'), text)
  const { code, stdout } = await cli([command[0]!, 'plan.md', ...command.slice(1)], { cwd })
  expect(code).toBe(0)
  return stdout
}

describe.concurrent('a plan of many phases', () => {
  it('is checked in bounded output', { timeout: 120_000 }, async () => {
    const count = runsOf(66_000)
    const text = await readBy(['check'], table(count, chain))
    expect(text.split('\n').length).toBeLessThan(140)
    expect(text).toContain(`\nand ${count - 50} more phases in ${count} batches; see --json\n`)
    expect(text.replace(/\s+/g, ' ')).toContain(`20 -> ${count - 40} more -> ${count - 19}`)
  })

  it.each([
    [['check'], 'and 1950 more phases in 3 batches; see --json'],
    [['graph'], 'and 1950 more phases in 3 batches; see --format json'],
    [['run', '--dry-run'], 'Order: the first batches below, and 1950 more phases in 3 batches; see --json'],
  ])('%j names the number of the others', async (command, more) => {
    const text = await readBy(command, table(2_000, fan(2_000)))
    expect(text.split('\n').length).toBeLessThan(300)
    expect(text.replace(/\s+/g, ' ')).toContain(more)
    expect(text).not.toContain('Part 51\n')
  })

  it('is complete in JSON', async () => {
    const plan = JSON.parse(await readBy(['check', '--json'], table(2_000, fan(2_000)))) as {
      phases: { dependsOn: string[] }[]
      batches: { phases: string[] }[]
    }
    expect(plan.phases.at(-1)?.dependsOn).toHaveLength(1_999)
    expect(plan.batches.flatMap(({ phases }) => phases)).toHaveLength(2_000)
  })
})
