import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import type { Phase } from '../../plan/model/phase.ts'
import { coversPath } from '../../policy/evidence/change/covers-path.ts'
import { declaredEntries } from '../../policy/evidence/change/declared-paths.ts'

/** Files in which a repository keeps its rules for agents. */
export const ruleFiles = ['AGENTS.md', 'CLAUDE.md']
/** The folder in which it keeps permissions and skills. */
const ruleFolder = '.claude/'

/**
 * Returns the commit whose files are the project's rules for all agents of the run: the one that the run
 * began on, or that of the last integrated phase whose plan declares such a file. Other phases cannot write
 * rules for those that follow them, or for their own reviewers.
 */
export const rulesCommit = ({ phases, integrated, base }: FrozenRun): string => {
  const last = integrated.findLast((index) => namesRules(phases[index]!.planned))
  return (last === undefined ? undefined : phases[last]!.integrated?.commit) ?? base
}

/** Whether a phase declares such a file, by the phase: each workspace asks about all phases before it. */
const answers = new WeakMap<Phase, boolean>()

const namesRules = (phase: Phase): boolean => {
  const answer = answers.get(phase) ?? declaredEntries(phase).some(isRules)
  answers.set(phase, answer)
  return answer
}

const isRules = (entry: string): boolean =>
  entry.startsWith(ruleFolder) || [...ruleFiles, ruleFolder].some((path) => coversPath(entry, path))
