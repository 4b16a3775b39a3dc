import { join } from 'node:path'
import { Missing } from '../peer/peers.ts'
import type { Benchmark, Row } from '../run/benchmark.ts'
import { type AgentStage, openStage, type Paid } from './agent-stage.ts'
import { loadAgentPeers, type RunAttempts } from './agent-peers.ts'
import { type AgentSdk, prepareAgent, runBareAgent } from './run-bare-agent.ts'
import { runInAmelia } from './run-in-amelia.ts'
import { createScenarios, type Scenario, turns } from './scenarios.ts'

type Program = (stage: AgentStage, scenario: Scenario, sdk: AgentSdk) => Promise<void>

/** Starts the agent program itself, under the care of a peer. */
const withAgent =
  (run: RunAttempts): Program =>
  (stage, scenario, sdk) =>
    run(prepareAgent(stage, scenario, sdk))

const payFor = async (program: Program, scenario: Scenario, sdk: AgentSdk): Promise<Paid> => {
  const stage = await openStage(scenario)
  try {
    await program(stage, scenario, sdk)
    return stage.paid()
  } finally {
    await stage.close()
  }
}

/** Requests and tokens that interruptions cost. */
export const interrupted: Benchmark = {
  name: 'interrupted',
  title: 'Interrupted runs',
  axis: 'turns',
  about: `One phase of ${turns} turns with the real Claude agent program against a scripted model on loopback that replies after 200 ms; each turn is one tool call.
Paid again are answered requests, and their input tokens (o200k_base, with the program's system prompt and tools), beyond those of an undisturbed session of the same program.
\`bare agent\` is the program alone, started again from the beginning in the same folder whenever it ends without success, as a script around it does.
The outage outlasts the program's own retries: they are switched off. The kill is SIGKILL to the agent program. A used-up budget is raised once.
\`LangGraph.js\` starts the program in a node with a retry policy and a saver in memory, \`Mastra\` in a step with retries: neither knows what the program had done.
No orchestrator of coding agents is measured: none on npm starts an agent program without a login.`,
  async measure({ peers }) {
    const folder = peers.folder('claude')
    if (folder instanceof Missing)
      return { rows: [], absent: [{ subject: 'the Claude agent program', reason: folder.reason }] }
    // Only the package itself knows where its program is.
    const sdk = (await import(
      join(folder, 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs')
    )) as AgentSdk
    const rows: Row[] = []
    const { found, absent } = await loadAgentPeers(peers)
    const programs = new Map<string, Program>([['amelia', runInAmelia]])
    for (const [name, run] of Object.entries({ 'bare agent': runBareAgent, ...found }))
      programs.set(name, withAgent(run))
    const add = (series: string, subject: string, unit: string, value: number): void => {
      rows.push({ series, subject, size: turns, unit, min: value, median: value, repeats: 1 })
    }
    for (const [name, program] of programs) {
      const [calm, ...scenarios] = createScenarios()
      const base = await payFor(program, calm!, sdk)
      for (const scenario of scenarios) {
        const { requests, tokens } = await payFor(program, scenario, sdk)
        const subject = `${name}, ${scenario.name}`
        add('requests paid again', subject, 'requests', requests - base.requests)
        add('tokens paid again', subject, 'input tokens', tokens - base.tokens)
      }
    }
    return { rows, absent }
  },
}
