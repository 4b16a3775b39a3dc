import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentStage } from './agent-stage.ts'
import { type Scenario, turns } from './scenarios.ts'

/** The part of the vendor's SDK that starts its program. */
export interface AgentSdk {
  query(request: { prompt: string; options: Record<string, unknown> }): AsyncIterable<{
    type: string
    subtype?: string
    is_error?: boolean
  }>
}

/** The most starts of the program for one phase. */
const mostStarts = 6

/**
 * Starts the agent program with a prompt, and again from the beginning in the same folder whenever it ends
 * without success, as a script around it does. A used-up budget is raised for the next start.
 */
export const runBareAgent = async (
  { folder, environment }: AgentStage,
  scenario: Scenario,
  sdk: AgentSdk,
): Promise<void> => {
  const cwd = join(folder, 'work')
  mkdirSync(cwd)
  const isDone = (): boolean => {
    try {
      return readFileSync(join(cwd, 'lines'), 'utf8').trim().split('\n').length === turns
    } catch {
      return false
    }
  }
  for (let start = 0; start < mostStarts; start++) {
    const succeeded = await runOnce(sdk, {
      ...{ cwd, env: environment, model: 'claude-sonnet-4-5', allowedTools: ['Bash'], settingSources: [] },
      // At the prices of this model, an answer of the scripted model costs $0.0006.
      ...(scenario.budget && start === 0 && { maxBudgetUsd: 0.0006 * 8 }),
    })
    if (succeeded && isDone()) return
  }
  throw new Error(`The agent program did not finish in ${mostStarts} starts (${scenario.name}).`)
}

const runOnce = async (sdk: AgentSdk, options: Record<string, unknown>): Promise<boolean> => {
  try {
    let succeeded = false
    for await (const message of sdk.query({ prompt: 'Write all lines.', options }))
      if (message.type === 'result') succeeded = message.subtype === 'success' && message.is_error !== true
    return succeeded
  } catch {
    return false
  }
}
