import type { DiffEntry } from '../contract/git-backend.ts'
import { refNames } from '../machine/ref-names.ts'
import type { PhaseState } from '../machine/phase-state.ts'
import { isTestFile } from '../policy/is-test-file.ts'
import { stripAnsi } from '../policy/strip-ansi.ts'
import { describeAdaptations } from './describe-adaptation.ts'
import { plainLabel } from './plain-label.ts'

export interface SummaryContext {
  runId: string
  phase: PhaseState
  /** What the phase changes. */
  changes: readonly DiffEntry[]
}

/** Paths that are listed one by one. */
const maxPaths = 40

/**
 * What a phase did, short, with the commands that bring back what is left out (seed: phased-execution, Phase Summaries).
 *
 * It stands inside the phase's commit, which cannot hold its own id: the commit is named by its reference, and in a clone,
 * which does not have that, by its trailer.
 */
export const renderSummary = ({ runId, phase, changes }: SummaryContext): string => {
  const { id, title, subtasks } = phase.phase
  const ref = refNames(runId).phase(id)
  const found = `git log --all -1 --format=%H --grep='^Amelia-Run: ${runId}$' --grep='^Amelia-Phase: ${id}$' --all-match`
  const tests = changes.filter(({ path }) => isTestFile(path))
  const done = subtasks.map(
    (subtask) =>
      `- [${subtask.type}] ${plainLabel(subtask.title)}${phase.subtaskStatus.get(subtask.id) === 'skipped' ? ' (skipped)' : ''}`,
  )
  const added = changes.reduce((sum, change) => sum + (change.added ?? 0), 0)
  const removed = changes.reduce((sum, change) => sum + (change.removed ?? 0), 0)
  const adapted = describeAdaptations(phase)
  const words = [...phase.said.values()]
  const unchanged = findUnchanged(phase.claimed, changes)
  const sections = [
    `# Phase ${id}: ${plainLabel(title)}`,
    ...(done.length === 0 ? [] : [`Done:\n\n${done.join('\n')}`]),
    `Changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} (+${added} -${removed} lines)${changes.length === 0 ? '.' : `:\n\n${listOf(changes)}`}`,
    ...(tests.length === 0
      ? []
      : [
          `Tests: ${tests
            .slice(0, maxPaths)
            .map(({ path }) => code(path))
            .join(', ')}`,
        ]),
    ...(phase.checks.length === 0
      ? []
      : [
          `Verified by:\n\n${phase.checks.map(({ name, argv, note }) => `- ${name}: ${code(argv.join(' '))}${note === undefined ? '' : ` (${note})`}`).join('\n')}`,
        ]),
    ...(adapted.length === 0
      ? []
      : [
          `Mended by an agent before it was done, and what the agent says of it:\n\n${adapted.map(quote).join('\n>\n')}`,
        ]),
    ...(words.length === 0
      ? []
      : [`In the agent's own words, which nobody has verified:\n\n${words.map(quote).join('\n>\n')}`]),
    ...(unchanged.length === 0
      ? []
      : [
          `Warning: the agent says that it changed what is no part of this change: ${unchanged.map(code).join(', ')}`,
        ]),
    ...(phase.attempt === 1 ? [] : [`It took ${phase.attempt} attempts.`]),
    `The whole change, in the repository that it was made in, and in a clone:\n\n\`\`\`sh\ngit show ${ref}\ngit show $(${found})\n\`\`\``,
  ]
  return `${sections.join('\n\n')}\n`
}

const listOf = (changes: readonly DiffEntry[]): string => {
  const lines = changes.slice(0, maxPaths).map(({ path, status, added, removed }) => {
    const count = added === null || removed === null ? 'binary' : `+${added} -${removed}`
    return `- ${code(path)} ${status}, ${count}`
  })
  const left = changes.length - maxPaths
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}

/** Of the files that an agent says it changed, those that are no part of the change and no folder of it. */
const findUnchanged = (claimed: PhaseState['claimed'], changes: readonly DiffEntry[]): string[] => {
  const changed = new Set<string>()
  for (const { path } of changes)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) changed.add(path.slice(0, end))
  const paths = new Set([...(claimed?.values() ?? [])].flat())
  return [...paths].filter((path) => !changed.has(path)).slice(0, maxPaths)
}

/** Foreign text as a quotation: nothing in it is a heading or a fence of ours. */
const quote = (text: string): string =>
  stripAnsi(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** A name that somebody else chose, as it is: a line break or a grave accent in it ends nothing. */
const code = (text: string): string => `\`${plainLabel(text).replaceAll('`', "'")}\``
