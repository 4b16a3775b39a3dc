import { createRun } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'

/**
 * Executes runs in a repository whose agent writes a text that would act: one that completes, one that
 * fails, and one that waits for the approval of its plan.
 */
export const runAgents = async (folder, text) => {
  const execute = async (runId, work, { byAgent = false, ...options } = {}) => {
    const host = nodeHost({ repo: folder })
    const plan = {
      ...{ title: `Run ${runId} ${text}`, goal: `Reach ${runId}`, byAgent },
      phases: [
        { id: '1', title: 'Begin' },
        { id: '2', title: 'End', dependsOn: ['1'] },
      ],
    }
    const driver = createScriptedDriver(work)
    const run = await createRun({
      ...{ runId, plan, host, driver, trust: 'autonomous', retry: { maxAttempts: 1 }, ...options },
    })
    return run.start()
  }
  const write = async ({ workspace, phase }, { emit }) => {
    emit({ type: 'text', text })
    emit({ type: 'tool', name: text, summary: text })
    await workspace.fs.writeFile(`/${phase?.id ?? 'run'}.txt`, text)
    return { text, usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, usd: 0.01 } }
  }
  const fail = async (_request, { emit }) => {
    emit({ type: 'text', text })
    throw new Error(text)
  }
  await execute('done', write)
  await execute('failed', fail)
  await execute('asked', write, { byAgent: true, trust: 'standard' })
}
