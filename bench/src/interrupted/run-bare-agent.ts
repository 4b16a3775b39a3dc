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
export const mostStarts = 6

/** Runs one attempt of the agent; its number counts from 0. Throws if it ends without success. */
export type Attempt = (start: number) => Promise<void>

/**
 * Prepares the agent program for a scenario: each attempt starts it with the same prompt in the same folder.
 * A used-up budget is raised for the next one.
 */
export const prepareAgent = (
  { folder, environment }: AgentStage,
  scenario: Scenario,
  sdk: AgentSdk,
): Attempt => {
  const cwd = join(folder, 'work')
  mkdirSync(cwd)
  const isDone = (): boolean => {
    try {
      return readFileSync(join(cwd, 'lines'), 'utf8').trim().split('\n').length === turns
    } catch {
      return false
    }
  }
  return async (start) => {
    const succeeded = await runOnce(sdk, {
      ...{ cwd, env: environment, model: 'claude-sonnet-4-5', allowedTools: ['Bash'], settingSources: [] },
      // At the prices of this model, an answer of the scripted model costs $0.0006.
      ...(scenario.budget && start === 0 && { maxBudgetUsd: 0.0006 * 8 }),
    })
    if (!succeeded || !isDone())
      throw new Error(`The agent program ended without success (${scenario.name}).`)
  }
}

/** Starts the agent program again whenever it ends without success, as a script around it does. */
export const runBareAgent = async (attempt: Attempt): Promise<void> => {
  for (let start = 0; start < mostStarts - 1; start++) {
    const ended = await attempt(start).then(
      () => true,
      () => false,
    )
    if (ended) return
  }
  await attempt(mostStarts - 1)
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
