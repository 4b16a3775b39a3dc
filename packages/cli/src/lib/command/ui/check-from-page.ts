import { AmeliaError, checkPlan, planBatches, type PlanCheck, resolveGraph, splitBatches } from '@amelia/core'
import { type GitBackendV1, readSecrets } from '@amelia/core/plugin'
import type { HandlerOptions } from '@amelia/http'
import { checkRules } from '../../document/check-rules.ts'
import { skippedWork } from '../../document/confirm-skipped.ts'
import { needsAgent } from '../../document/fact/needs-agent.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { listSections } from '../../document/list-sections.ts'
import { selectSection } from '../../document/select-section.ts'

/**
 * Creates the check of the page's plans against the rules of a run and the ignore rules of git. It returns
 * their phases and batches, the phases that need an agent, the work that was not read, and of a text of
 * several plans their headings.
 */
export const checkFromPage =
  (git: GitBackendV1): NonNullable<HandlerOptions['checkPlan']> =>
  async ({ plan, select }) => {
    const text = select === undefined ? plan : sectionOf(plan, select)
    const read = await readForPage(text, git)
    const { issues, plan: found, ok } = read
    const isPart = select !== undefined || issues.some(({ code }) => code === 'SEVERAL_PLANS')
    const sections = isPart ? listSections(plan, isPlan) : []
    const parts = sections.length > 0 && { sections }
    if (!ok || !found) return { issues, ...parts }
    const { graph } = resolveGraph(found.phases, found)
    const minutes = found.totalMinutes
    const skipped = skippedWork(read)
    return {
      ...{ issues, plan: found, batches: graph ? planBatches(graph, found.phases) : [] },
      needsAgent: needsAgent(found),
      ...parts,
      ...(minutes !== undefined && { minutes }),
      ...(skipped.length > 0 && { skipped }),
    }
  }

/** Reads and checks a text as a run of the page would. */
export const readForPage = (text: string, git: GitBackendV1): Promise<PlanCheck> => {
  const secrets = readSecrets(process.env)
  return checkRules(checkPlan(text, { parsers: planParsers({}), secrets, split: splitBatches }), { git })
}

const isPlan = (text: string): boolean => {
  const { format, ok } = checkPlan(text, { parsers: planParsers({}) })
  return ok && format !== 'single'
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
