import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createFakeAnthropic } from './fake-model.ts'
import { replyTo, type Scenario } from './scenarios.ts'

/** A place where the agent program works against a scripted model. */
export interface AgentStage {
  folder: string
  url: string
  environment: Record<string, string>
  /** Returns the answered requests so far, and their input tokens. */
  paid(): Paid
  close(): Promise<void>
}

export interface Paid {
  requests: number
  tokens: number
}

/**
 * The time of each reply, as of a fast model: the agent program writes its transcript then. With replies at
 * once, a kill would also lose turns that had ended.
 */
const replyMs = 200

/** Opens a stage for one run of a scenario. */
export const openStage = async (scenario: Scenario): Promise<AgentStage> => {
  const paid: Paid = { requests: 0, tokens: 0 }
  let count = 0
  const api = await createFakeAnthropic(async (request) => {
    const reply = replyTo(request, ++count, scenario)
    if (reply.kind === 'answer') {
      paid.requests++
      paid.tokens += countTokens(JSON.stringify(request.body))
    }
    await wait(replyMs)
    return reply
  })
  const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  return {
    folder,
    url: api.url,
    environment: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: 'sk-benchmark',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      NO_PROXY: '127.0.0.1,localhost',
      ...(scenario.outlastsRetries && { CLAUDE_CODE_MAX_RETRIES: '0' }),
    },
    paid: () => ({ ...paid }),
    async close() {
      await api.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
