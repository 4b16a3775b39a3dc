import { AmeliaError, checkPlan, planBatches, resolveGraph, splitBatches } from '@amelia/core'
import { type GitBackendV1, readSecrets } from '@amelia/core/plugin'
import type { HandlerOptions } from '@amelia/http'
import { checkRules } from '../../document/check-rules.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { selectSection } from '../../document/select-section.ts'

/**
 * Creates the check of the page's plans against the rules of a run and the ignore rules of git. It returns
 * their phases and batches.
 */
export const checkFromPage =
  (git: GitBackendV1): NonNullable<HandlerOptions['checkPlan']> =>
  async ({ plan, select }) => {
    const text = select === undefined ? plan : sectionOf(plan, select)
    const secrets = readSecrets(process.env)
    const read = checkPlan(text, { parsers: planParsers({}), secrets, split: splitBatches })
    const { issues, plan: found, ok } = await checkRules(read, { git })
    if (!ok || !found) return { issues }
    const { graph } = resolveGraph(found.phases, found)
    const minutes = found.totalMinutes
    return {
      ...{ issues, plan: found, batches: graph ? planBatches(graph, found.phases) : [] },
      ...(minutes !== undefined && { minutes }),
    }
  }

/** Returns the section, or refuses the request with the reason of `--select`. */
const sectionOf = (plan: string, select: string): string => {
  try {
    return selectSection(plan, select)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new AmeliaError('REQUEST_REFUSED', message, { reason: 'body', status: 400 })
  }
}
