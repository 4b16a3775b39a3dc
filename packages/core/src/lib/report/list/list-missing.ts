import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { missingClaims } from '../../policy/evidence/missing-claims.ts'

/** Files that the plan declares or an agent reported, and that the work of a phase does not contain. */
export interface MissingList {
  /** Those that the agent reported as changed, except ignored ones. */
  unconfirmed: string[]
  /** Those that git ignores, each with its rule: `.env.example (.gitignore:1: .env*)`. */
  ignored: string[]
}

/**
 * Lists the files that the last commit of a phase should contain and does not. An agent that reports its work
 * as already done may name any file.
 */
export const listMissing = ({
  attempt: { work, claimed, alreadyDone },
}: Pick<FrozenPhase, 'attempt'>): MissingList => {
  if (!work) return { unconfirmed: [], ignored: [] }
  const { files, ignored = [] } = work
  const known = new Set(ignored.map(({ path }) => path))
  return {
    unconfirmed: alreadyDone ? [] : missingClaims(claimed, files).filter((path) => !known.has(path)),
    ignored: ignored.map(({ path, rule }) => `${path} (${rule})`),
  }
}
