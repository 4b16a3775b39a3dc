import { checkPlan, planBatches, resolveGraph, splitBatches } from '@amelia/core'
import { readSecrets } from '@amelia/core/plugin'
import type { HandlerOptions } from '@amelia/http'
import { checkRules } from '../../document/check-rules.ts'
import { planParsers } from '../../document/plan-parsers.ts'

/** Checks a plan of the page against the rules of a run, and returns its phases and batches. */
export const checkFromPage: NonNullable<HandlerOptions['checkPlan']> = async ({ plan: text }) => {
  const secrets = readSecrets(process.env)
  const { issues, plan, ok } = await checkRules(
    checkPlan(text, { parsers: planParsers({}), secrets, split: splitBatches }),
  )
  if (!ok || !plan) return { issues }
  const { graph } = resolveGraph(plan.phases, plan)
  const minutes = plan.totalMinutes
  return {
    ...{ issues, plan, batches: graph ? planBatches(graph, plan.phases) : [] },
    ...(minutes !== undefined && { minutes }),
  }
}
