import { quoteText as quote } from '../../text/quote-text.ts'
import type { Plan } from '../model/plan.ts'
import { normalizePhaseId } from '../source/normalize-phase-id.ts'
import { nameLine } from '../source/locate-line.ts'
import { findDependencyLine } from './find-dependency-line.ts'

/** Describes the places of wrong dependencies. */
export interface DependencyPlaces {
  /** Finds the line that names a dependency of the phase or the subtask that begins at a line. */
  locate(line: number, id: string): number
  /** Says where an unknown id stands, if it belongs to work that was not read. */
  explain(id: string): string
}

/** More places are not searched, so that many errors take linear time. */
const mostSearched = 50

/** Creates the descriptions for one plan. `skipped`: the lines that did not become part of it. */
export const placeDependencies = (
  plan: Plan,
  skipped: readonly { line: number; text: string; work?: true }[],
): DependencyPlaces => {
  let [toLocate, toExplain] = [mostSearched, mostSearched]
  let lines: string[] | undefined
  const starts = plan.phases.flatMap((phase) => [phase.line, ...phase.subtasks.map(({ line }) => line)])
  return {
    locate(line, id) {
      if (toLocate-- <= 0) return line
      lines ??= plan.source.split('\n')
      const next = starts.reduce((least, start) => (start > line && start < least ? start : least), Infinity)
      return findDependencyLine(lines, line, next, id)
    },
    explain(id) {
      if (toExplain-- <= 0) return ''
      const found = skipped.find(({ text, work }) => work && idsIn(text).includes(id))
      return found ? ` ${quote(found.text)} in ${nameLine(plan, found.line)} was not read.` : ''
    },
  }
}

const idsIn = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu) ?? []).map((word) => normalizePhaseId(word))
