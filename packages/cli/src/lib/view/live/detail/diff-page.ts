import type { Host } from '@amelia/core'
import { type Paint, words } from '@amelia/core/view'
import type { AskedQuestion } from './asked-question.ts'
import type { Page } from '../key/live-state.ts'
import { readDiff, renderDiff } from './read-diff.ts'

/** Reads the changes of the phases of a question as a page, or returns why there are none. */
export const diffPage = async (
  question: AskedQuestion & { host: Pick<Host, 'git'>; repo: string; columns: number; paint: Paint },
): Promise<Page | string> => {
  const { gate, phases, columns, paint } = question
  const asked = phases.filter(({ id }) => gate.phaseIds.includes(id))
  const diffs = await Promise.all(asked.map((phase) => readDiff(question, phase)))
  const patch = diffs.join('')
  if (patch.trim() === '') return 'There are no changes yet.'
  const lines = renderDiff(patch, columns, paint)
  return { title: `Changes of ${gate.phaseIds.map(words.plainLabel).join(', ')}`, lines, top: 0 }
}
