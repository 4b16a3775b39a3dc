/**
 * Measures the tokens of the developer's prompt without the assignment: first, middle and last phase of plans
 * of several sizes, at the first attempt and at a retry, for an agent that reports. Limit: 200 to 400 at the
 * first attempt for any plan; a retry adds its error.
 *
 * The prompts come from real runs, in which the agent fails once in each of these phases. Tokens are counted
 * with o200k_base, a vocabulary of OpenAI; others count slightly differently.
 */
import { createRun, type PlanDraft } from '@amelia/core'
import { driverError } from '@amelia/core/plugin'
import { createScriptedDriver } from '@amelia/core/testing'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createIdleHost } from './idle-host.ts'
import { printTable } from './table.ts'

const sizes = [10, 100, 1_000]
const most = 400
const least = 200
const error = 'The test "a full queue refuses" failed: expected 3 to be 2.'

const report = JSON.stringify({ status: 'done', summary: 'All of it.', subtasks: [], files: [], notDone: [] })

const planOf = (size: number): PlanDraft => ({
  title: 'Queue',
  goal: 'Replace the home-made queue with one that survives a restart',
  phases: Array.from({ length: size }, (_, index) => ({
    id: `p${index + 1}`,
    title: `Part ${index + 1} of the queue`,
    body: `Write part ${index + 1} and its tests.`,
    // Each depends on up to ten others, so that their part of the prompt shows.
    dependsOn: Array.from({ length: Math.min(index, 10) }, (_, back) => `p${index - back}`),
  })),
})

/** Counts the tokens of all sections except the assignment. */
const tokensOf = (prompt: string): number =>
  countTokens(prompt.replace(/(## Assignment\n)[^]*?(?=\n\n## )/, '$1'))

const measure = async (size: number): Promise<string[][]> => {
  const places = new Map([
    ['first', 1],
    ['middle', size / 2],
    ['last', size],
  ])
  const failing = new Set([...places.values()].map((place) => `p${place}`))
  const prompts = new Map<string, string[]>()
  const driver = createScriptedDriver(({ prompt }) => {
    const id = /phase (\S+)/.exec(prompt)?.[1] ?? ''
    if (!failing.has(id)) return { text: report }
    const known = prompts.get(id) ?? []
    prompts.set(id, [...known, prompt])
    if (known.length === 0) throw driverError('agent_failed', { message: error })
    return { text: report }
  })
  const run = await createRun({
    plan: planOf(size),
    // The longest form of asking for a report.
    driver: { ...driver, reports: 'text' },
    host: createIdleHost(),
    trust: 'autonomous',
    reviewers: [],
  })
  const { status } = await run.start()
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
  return [...places].map(([name, place]) => {
    const [first = 0, retry = 0] = (prompts.get(`p${place}`) ?? []).map(tokensOf)
    const within = first >= least && first <= most ? 'yes' : 'NO'
    return [size.toLocaleString('en'), name, `${first}`, `${retry}`, `${least}-${most}`, within]
  })
}

const rows: string[][] = []
for (const size of sizes) rows.push(...(await measure(size)))
printTable(['phases', 'phase', 'first attempt', 'retry', 'limit', 'first attempt within'], rows)
console.log(`\nThe error that a retry is told has ${countTokens(error)} tokens.`)
