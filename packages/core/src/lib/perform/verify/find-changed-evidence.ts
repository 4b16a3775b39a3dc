import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { isLockfile, isRunnerConfig, testScripts } from '../../policy/evidence/is-runner-config.ts'
import type { PhaseEvidence } from '../../policy/evidence/plan-evidence.ts'
import type { Performer } from '../performer.ts'

/**
 * Lists the files that an attempt changed although its evidence rests on them: tests that were red in an
 * earlier phase, and, if the attempt implements something, files that decide which tests run and how.
 */
export const findChangedEvidence = async (
  performer: Performer,
  phase: FrozenPhase,
  commit: string,
  asked: PhaseEvidence | undefined,
): Promise<string[]> => {
  const { git } = performer.host
  const changed = new Set<string>()
  const files = phase.attempt.work?.files ?? []
  for (const { commit: written, red } of performer.state.debts.values()) {
    const touched = red.testFiles.filter((file) => files.includes(file))
    if (touched.length === 0) continue
    const differs = new Set((await git.diff({ from: written, to: commit })).map(({ path }) => path))
    for (const file of touched) if (differs.has(file)) changed.add(file)
  }
  if (!asked?.implements) return [...changed]
  for (const file of files)
    if (isRunnerConfig(file) || isLockfile(file)) changed.add(file)
    else if (isManifest(file) && (await scriptsDiffer(performer, phase, commit, file))) changed.add(file)
  return [...changed]
}

const isManifest = (path: string): boolean => path === 'package.json' || path.endsWith('/package.json')

const scriptsDiffer = async (
  performer: Performer,
  phase: FrozenPhase,
  commit: string,
  file: string,
): Promise<boolean> => {
  const at = async (tree: string): Promise<string> => {
    const bytes = await performer.host.git.readFile(tree, file)
    return testScripts(bytes === null ? '{}' : new TextDecoder().decode(bytes))
  }
  return (await at(phase.attempt.base)) !== (await at(commit))
}
