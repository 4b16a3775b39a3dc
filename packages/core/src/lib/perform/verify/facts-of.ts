import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { CheckedFacts, FactsOfCheck, FactsOfRed } from '../../event/checked-facts.ts'
import type { Evidence, TestRun } from '../../event/evidence.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import type { Observed } from '../../policy/evidence/evidence-step.ts'
import { tallyTests } from '../../policy/evidence/tally-tests.ts'
import type { Performer } from '../performer.ts'

/** Lists the facts about the checks that exited with 0. */
export const factsOf = (
  runs: ReadonlyMap<Pick<Check, 'name'>, TestRun>,
  overlays: readonly TreeOverlay[] = [],
): FactsOfCheck[] =>
  [...runs]
    .filter(([, { exitCode }]) => exitCode === 0)
    .map(([{ name }, run]) => ({ name, ...overlaysOf(overlays), ...testsOf(run) }))

/** Returns where the checks of a commit ran, as far as the host knows. */
export const factsOfPlace = async (
  { host: { proof } }: Pick<Performer, 'host'>,
  commit: string,
): Promise<Pick<CheckedFacts, 'platform' | 'setup'>> => {
  const setup = (await proof?.readSetup?.(commit)) ?? []
  return { ...(proof && { platform: proof.platform }), ...(setup.length > 0 && { setup }) }
}

/** Returns the facts about the run that showed red; undefined if none had to. */
export const factsOfRed = (
  { own, owed }: Pick<Observed, 'own' | 'owed'>,
  { red, debt }: Pick<Evidence, 'red' | 'debt'>,
  leaveOut: readonly TreeOverlay[],
): FactsOfRed | undefined => {
  const seen = red ? own : debt && owed
  if (!seen) return undefined
  const { name, argv, exitCode, durationMs } = seen.result
  return {
    ...{ on: red ? 'base' : 'commit', name, argv, exitCode, durationMs },
    ...overlaysOf(leaveOut),
    ...testsOf(seen.run),
  }
}

export const overlaysOf = (overlays: readonly TreeOverlay[]): Pick<FactsOfCheck, 'overlays'> =>
  overlays.length > 0 ? { overlays: [...overlays] } : {}

const testsOf = ({ report }: TestRun): Pick<FactsOfCheck, 'tests'> =>
  report ? { tests: tallyTests(report) } : {}
