import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { createRun } from '@amelia/core'
import { createManualClock } from '@amelia/core/testing'
import { createClaude } from '@amelia/driver-claude'
import { nodeHost } from '@amelia/node'
import type { AgentStage } from './agent-stage.ts'
import type { Scenario } from './scenarios.ts'

/** Runs a plan of one phase. The waits of the run take no time. */
export const runInAmelia = async (
  { folder, url, environment }: AgentStage,
  scenario: Scenario,
  sdk: unknown,
): Promise<void> => {
  const repo = join(folder, 'repo')
  execFileSync('git', ['init', '-qb', 'main', repo])
  const git = (...args: string[]) => execFileSync('git', ['-C', repo, ...args], { stdio: 'pipe' })
  git('config', 'user.name', 'A Person')
  git('config', 'user.email', 'person@example.org')
  git('commit', '-q', '--allow-empty', '-m', 'Begin')
  const clock = createManualClock()
  const driver = createClaude(
    {
      ...{ model: 'claude-sonnet-4-5', baseUrl: url, home: join(folder, 'home'), apiKey: 'sk-benchmark' },
      ...(scenario.outlastsRetries && { waitLimitMs: 0 }),
    },
    { load: async () => sdk, environment },
  )
  const run = await createRun({
    plan: { title: 'Lines', phases: [{ id: '1', title: 'Write lines' }] },
    host: { ...nodeHost({ repo, slots: join(folder, 'slots'), confine: { level: 'off' } }), clock },
    ...{ driver, trust: 'autonomous', planApproved: true, reviewers: [] },
    // Each answer uses 120 tokens.
    ...(scenario.budget && { budget: { tokens: 120 * 8 } }),
    onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.({ tokens: 1_000_000 }) : undefined),
  })
  run.subscribe({}, ({ type }) => {
    if (type === 'provider_paused' || type === 'phase_delayed') setImmediate(() => clock.advance(900_000))
  })
  const { status } = await run.start()
  await driver.close?.()
  if (status !== 'completed') throw new Error(`The run is ${status} (${scenario.name}).`)
}
