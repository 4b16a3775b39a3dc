import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { PlanTicks } from '../../event/change/plan-ticks.ts'
import { ticksPlan } from '../../machine/state/ticks-plan.ts'
import { splitSource } from '../../plan/source/split-source.ts'
import { isSameText, tickPlan } from '../../plan/tick/tick-plan.ts'
import type { Performer } from '../performer.ts'
import { findDoneLines } from './find-done-lines.ts'

/** The ticked files of a plan, by path, and an account of each. */
export interface TickedFiles {
  files: Record<string, string>
  ticks: PlanTicks[]
}

/**
 * Ticks the finished work in the files of the plan, as a commit contains them.
 *
 * A file is ticked if the base contains it as the plan was read from it: otherwise the user has changes that
 * are not committed. `except`: why none is ticked.
 */
export const tickFiles = async (
  { state, host: { git } }: Pick<Performer, 'state' | 'host'>,
  head: string,
  except?: string,
): Promise<TickedFiles> => {
  const result: TickedFiles = { files: {}, ticks: [] }
  const { marks = [], paths = [] } = state.plan
  const done = ticksPlan(state) ? findDoneLines(state) : undefined
  if (!done) return result
  // A plan that runs as one phase has other phases than its text.
  const isAllDone = state.settings.shape === 'joined' && [...done.values()].every(Boolean)
  const finished = marks.filter(({ work }) => done.get(work) ?? isAllDone)
  if (finished.length === 0) return result
  const parts = splitSource(state.plan).map(({ first, last, lines }) => ({
    source: lines.join('\n'),
    marks: finished
      .filter(({ line }) => line >= first && line <= last)
      .map((mark) => ({ ...mark, line: mark.line - first + 1 })),
  }))
  const own = new Set(await git.readOwnPaths?.().catch((): string[] => []))
  for (const path of paths) {
    const base = await readText(git, state.base, path)
    if (base === undefined) continue
    const part = parts.find(({ source, marks }) =>
      // A fork may begin on a commit that ticks the plan.
      state.settings.forkedFrom ? tickPlan(base, source, marks).changed === 0 : isSameText(base, source),
    )
    const now = await readText(git, head, path)
    const reason =
      except ??
      (!part || own.has(path) ? uncommitted : now === undefined ? 'A phase removed the file.' : undefined)
    if (reason !== undefined) result.ticks.push({ path, ticked: 0, reason })
    else if (part && part.marks.length > 0) {
      const { text, ticked, changed } = tickPlan(now ?? '', part.source, part.marks)
      if (text !== now) result.files[path] = text
      result.ticks.push({ path, ticked, ...(changed > 0 && { reason: describeChanged(changed) }) })
    }
  }
  return result
}

const uncommitted = 'The file has changes that are not in the commit on which the run began.'

const describeChanged = (lines: number): string =>
  `${lines === 1 ? 'One line' : `${lines} lines`} of finished work stayed open, because a phase changed the file there.`

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a file of a commit; undefined if it does not exist, and empty if it is not UTF-8. */
const readText = async (git: GitBackendV1, commit: string, path: string): Promise<string | undefined> => {
  const bytes = await git.readFile(commit, path)
  try {
    return bytes === null ? undefined : decoder.decode(bytes)
  } catch {
    return ''
  }
}
