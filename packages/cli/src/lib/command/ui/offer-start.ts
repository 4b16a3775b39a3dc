import type { Host } from '@amelia/core'
import type { HandlerOptions, OfferedAgent, StartSettings } from '@amelia/http'
import { findTestCommand } from '../../check/read-checks.ts'
import type { SettingsJson } from '../../setting/config/print-settings.ts'
import { inFlags } from '../../setting/flag/in-flags.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { readPhaseFigures } from '../../stored/estimate/read-phase-figures.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { checkAgents } from '../setup/check-agents.ts'
import { listPlans, readListedPlan } from './list-plans.ts'
import { startFromPage } from './start-from-page.ts'
import { readStartRules } from './start-rules.ts'

/**
 * Lets a page start runs: describes the plans of the repository, the agents of this machine and the settings
 * of `amelia run`, and starts plans with the settings that its person chose.
 */
export const offerStart = (
  host: Host,
  place: RunPlace,
  { runFlags, settings: all }: { runFlags: readonly string[]; settings: SettingsJson['settings'] },
): { [Name in 'allowStart' | 'describeStart' | 'readPlan']: NonNullable<HandlerOptions[Name]> } => {
  const rules = readStartRules(all)
  return {
    allowStart: startFromPage(place, runFlags, rules),
    describeStart: async () => {
      const [plans, agents, earlier, test] = await Promise.all([
        listPlans(place.repo, host.git),
        findAgents(),
        readPhaseFigures(host),
        findTestCommand(place.repo),
      ])
      const agent = agents.find(({ isReady }) => isReady)?.name
      const suggested: StartSettings = {
        ...(agent !== undefined && { agent }),
        ...(test && { test: test.map(quoteArgument).join(' ') }),
        trust: 'standard',
      }
      return { ...rules, plans, agents, suggested, ...(earlier && { earlier }) }
    },
    readPlan: ({ path }) => readListedPlan(place.repo, path),
  }
}

/** Finds the agents as `amelia doctor` does. */
const findAgents = async (): Promise<OfferedAgent[]> =>
  (await checkAgents([])).map(({ name, status, hint, agent }) => ({
    name,
    isInstalled: agent?.isInstalled ?? false,
    isReady: status === 'ok',
    ...(agent?.login !== undefined && { login: agent.login }),
    ...(hint !== undefined && { hint: inFlags(hint) }),
  }))
