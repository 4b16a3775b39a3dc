import { createRun, type PlanDraft } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createIdleHost } from '../idle-host.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'

const report = JSON.stringify({ status: 'done', summary: 'All of it.', subtasks: [], files: [], notDone: [] })

/** Tokens that a scripted agent reads and writes for its phase, in files and answers. */
const work = { turns: 12, tokensPerTurn: 1_500 }

/** US dollars per million input tokens, fresh and read from a cache, of two vendors. */
const prices = { 'vendor A': { fresh: 3, cached: 0.3 }, 'vendor B': { fresh: 1.25, cached: 0.125 } }

const planOf = (size: number): PlanDraft => ({
  title: 'Queue',
  goal: 'Replace the home-made queue with one that survives a restart',
  phases: Array.from({ length: size }, (_, index) => ({
    id: `p${index + 1}`,
    title: `Part ${index + 1} of the queue`,
    body: `Write part ${index + 1} and its tests. It keeps the order of messages and returns them once.`,
    dependsOn: Array.from({ length: Math.min(index, 10) }, (_, back) => `p${index - back}`),
  })),
})

/** Returns the prompts of a run, in order. */
const promptsOf = async (plan: PlanDraft): Promise<string[]> => {
  const prompts: string[] = []
  const driver = createScriptedDriver(({ prompt }) => {
    prompts.push(prompt)
    return { text: report }
  })
  const run = await createRun({
    plan,
    driver: { ...driver, reports: 'text' },
    host: createIdleHost(),
    trust: 'autonomous',
    reviewers: [],
  })
  const { status } = await run.start()
  if (status !== 'completed') throw new Error(`The run is ${status}.`)
  return prompts
}

/** Input tokens of sessions that begin with a prompt: each turn sends everything before it again. */
const inputOf = (prompts: readonly number[], isOneSession: boolean): { fresh: number; cached: number } => {
  let fresh = 0
  let cached = 0
  let context = 0
  for (const prompt of prompts) {
    if (!isOneSession) context = 0
    let added = prompt
    for (let turn = 0; turn < work.turns; turn++) {
      cached += context
      fresh += added
      context += added
      added = work.tokensPerTurn
    }
  }
  return { fresh, cached }
}

/** Prompt size, and the tokens of whole runs. */
export const context: Benchmark = {
  name: 'context',
  title: 'Context: tokens',
  axis: 'phases',
  about: `The size of the prompt, without its assignment, of the last phase of a plan, beside the text of the plan itself.
Then the input tokens of a whole run by arithmetic over the engine's real prompts: a scripted agent takes ${work.turns} turns per phase and adds ${work.tokensPerTurn.toLocaleString('en')} tokens in each; every turn sends its context again.
\`signposts\` are fresh sessions with Amelia's prompts, \`full plan\` fresh sessions whose prompt contains the plan, \`one session\` a single session that is never compacted.
Prices are assumptions per million input tokens, fresh and cached: vendor A $3 and $0.30, vendor B $1.25 and $0.125.
Tokens are counted with o200k_base.`,
  async measure({ quick }) {
    const rows: Row[] = []
    const add = (series: string, subject: string, size: number, unit: string, value: number): void => {
      rows.push({ series, subject, size, unit, min: value, median: value, repeats: 1 })
    }
    for (const size of quick ? [10, 100] : [10, 100, 1_000]) {
      const plan = planOf(size)
      const last = (await promptsOf(plan)).find((prompt) => prompt.includes(`phase p${size}`)) ?? ''
      const prompt = countTokens(last.replace(/(## Assignment\n)[^]*?(?=\n\n## )/, '$1'))
      add('prompt', 'amelia', size, 'tokens', prompt)
      add('prompt', 'full plan', size, 'tokens', prompt + countTokens(JSON.stringify(plan)))
    }
    for (const size of [10, 50]) {
      const plan = planOf(size)
      const signposts = (await promptsOf(plan)).map((prompt) => countTokens(prompt))
      const whole = countTokens(JSON.stringify(plan))
      const runs = {
        'amelia, signposts': inputOf(signposts, false),
        'full plan': inputOf(
          signposts.map((prompt) => prompt + whole),
          false,
        ),
        'one session': inputOf(signposts, true),
      }
      for (const [subject, { fresh, cached }] of Object.entries(runs)) {
        add('whole run', subject, size, 'input tokens', fresh + cached)
        for (const [vendor, price] of Object.entries(prices))
          add(`cost, ${vendor}`, subject, size, 'US$', (fresh * price.fresh + cached * price.cached) / 1e6)
      }
    }
    return { rows, absent: [] }
  },
}
