import { dirname, join } from 'node:path'
import { createRun, type RunEvent } from '@amelia/core'
import type { DriverV1 } from '@amelia/core/plugin'
import { nodeHost } from '@amelia/node'
import { expect, it } from 'vitest'
import type { ClaudeSdk } from '../../src/lib/program/claude-sdk.ts'
import { createRepository } from './create-repository.ts'
import { call, done, finish, type Script } from './fake-anthropic.ts'
import { loadRealSdk, openRealClaude, testKey } from './real-claude.ts'

const rounds = 5

/** A file and a short text: the smallest possible phase. */
const model: Script = (request) => {
  const isFirst = request.body.messages.every(({ role }) => role !== 'assistant')
  return isFirst ? call('Bash', { command: 'date +%s%N > file.txt' }) : finish(request, done('It is there.'))
}

it('adds no request to the model, and prints the time that it adds to a session', async () => {
  const claude = await openRealClaude()
  try {
    claude.api.play(model)
    const sdk = (await loadRealSdk()) as ClaudeSdk
    const bare: number[] = []
    const byDriver: number[] = []

    /** The vendor's agent called directly, for comparison. */
    const runBare = async (cwd: string): Promise<void> => {
      const since = performance.now()
      const query = sdk.query({
        prompt: 'Write a file.' as never,
        options: {
          cwd,
          model: 'claude-sonnet-4-5',
          settingSources: [],
          allowedTools: ['Bash'],
          env: {
            PATH: process.env.PATH,
            HOME: claude.home,
            CLAUDE_CONFIG_DIR: claude.home,
            ANTHROPIC_API_KEY: testKey,
            ANTHROPIC_BASE_URL: claude.api.url,
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          },
        },
      })
      for await (const message of query) void message
      bare.push(performance.now() - since)
    }
    // One after the other, so that other load affects both alike.
    const measured: DriverV1 = {
      ...claude.driver,
      async runSession(request, context) {
        await runBare(claude.dir)
        const since = performance.now()
        const result = await claude.driver.runSession(request, context)
        byDriver.push(performance.now() - since)
        return result
      },
    }

    const repo = join(dirname(claude.dir), 'repo')
    createRepository(repo)
    const ids = Array.from({ length: rounds }, (_, index) => String(index + 1))
    const run = await createRun({
      plan: {
        title: 'Files',
        phases: ids.map((id, index) => ({
          id,
          title: `File ${id}`,
          ...(index === 0 ? {} : { dependsOn: [ids[index - 1] ?? ''] }),
        })),
      },
      host: nodeHost({ repo, slots: join(dirname(claude.dir), 'slots') }),
      driver: measured,
      trust: 'autonomous',
      planApproved: true,
      reviewers: [],
    })
    const events: RunEvent[] = []
    run.subscribe({}, (event) => events.push(event))
    await runBare(claude.dir)
    bare.length = 0
    claude.api.requests.length = 0
    const report = await run.start()
    expect(report.status).toBe('completed')
    // Half of them belong to the direct sessions: the report needs no additional request.
    expect(claude.api.requests).toHaveLength(2 * 2 * rounds)

    const at = (type: string, id: string): number =>
      Date.parse(events.find((event) => event.type === type && event.phaseId === id)?.at ?? '')
    const of = (values: number[], index: number): number => values[index] ?? Number.NaN
    const phases = ids.map(
      (id, index) => at('phase_completed', id) - at('phase_started', id) - of(bare, index),
    )
    // A delay that is missing in one round comes from the machine, not from Amelia.
    const added = Math.min(...phases.map((ms, index) => ms - of(bare, index)))
    const driver = Math.min(...byDriver.map((ms, index) => ms - of(bare, index)))
    const middle = (values: number[]): string =>
      (values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(0)
    const beside = phases.map((ms, index) => ms - of(byDriver, index))
    const figures = [
      `over a bare session of ${Math.min(...bare).toFixed(0)} ms a phase takes ${added.toFixed(0)} ms more, ${driver.toFixed(0)} ms of it in the driver`,
      `medians: ${middle(beside)} ms beside the session, ${middle(byDriver)} ms in it, ${middle(bare)} ms bare`,
    ].join('; ')
    console.log(figures)
  } finally {
    await claude.close()
  }
})
