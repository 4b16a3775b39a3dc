import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { EvidenceChange } from '../../event/evidence.ts'
import { boundDiff } from '../../policy/evidence/change/judge-file.ts'
import { diffLines } from '../../text/diff-lines.ts'
import type { Performer } from '../performer.ts'
import { readText } from './read-text.ts'

/** Lists tests that were red in an earlier phase and that the attempt changed. */
export const findFrozen = async (
  performer: Performer,
  phase: FrozenPhase,
  commit: string,
): Promise<EvidenceChange[]> => {
  const { git } = performer.host
  const found = new Map<string, EvidenceChange>()
  const files = phase.attempt.work?.files ?? []
  for (const { commit: written, red } of performer.state.debts.values()) {
    if (red.inline) continue
    const touched = red.testFiles.filter((file) => files.includes(file))
    if (touched.length === 0) continue
    const differs = new Set((await git.diff({ from: written, to: commit })).map(({ path }) => path))
    for (const path of touched.filter((file) => differs.has(file))) {
      const [before = '', after = ''] = [
        await readText(performer, written, path),
        await readText(performer, commit, path),
      ]
      found.set(path, { kind: 'frozen', path, items: [], ...boundDiff(diffLines(before, after)) })
    }
  }
  return [...found.values()]
}
