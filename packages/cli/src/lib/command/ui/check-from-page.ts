import { checkPlan, planBatches, resolveGraph, splitBatches } from '@amelia/core'
import { type GitBackendV1, readSecrets } from '@amelia/core/plugin'
import type { HandlerOptions } from '@amelia/http'
import { checkRules } from '../../document/check-rules.ts'
import { planParsers } from '../../document/plan-parsers.ts'

/**
 * Creates the check of the page's plans against the rules of a run and the ignore rules of git. It returns
 * their phases and batches.
 */
export const checkFromPage =
  (git: GitBackendV1): NonNullable<HandlerOptions['checkPlan']> =>
  async ({ plan: text }) => {
    const secrets = readSecrets(process.env)
    const read = checkPlan(text, { parsers: planParsers({}), secrets, split: splitBatches })
    const { issues, plan, ok } = await checkRules(read, { git })
    if (!ok || !plan) return { issues }
    const { graph } = resolveGraph(plan.phases, plan)
    const minutes = plan.totalMinutes
    return {
      ...{ issues, plan, batches: graph ? planBatches(graph, plan.phases) : [] },
      ...(minutes !== undefined && { minutes }),
    }
  }
