import { normalizePhaseId, type PhaseDraft, type SkippedLine } from '@amelia/core/plugin'

const item =
  /^[\s#-]*(?:(?:batch|phase|step|subtask|task)(?:[ _]?number)?|id)\b[\s#:"']{1,5}([\w.-]*\d[\w.-]*)/i

/** Finds the comments of a YAML text that begin as a batch or a step with an id that the plan lacks. */
export const findHiddenItems = (text: string, phases: readonly PhaseDraft[]): SkippedLine[] => {
  const subtasks = phases.flatMap((phase) => phase.subtasks ?? [])
  const steps = subtasks.flatMap((subtask) => subtask.steps ?? [])
  const ids = new Set([...phases, ...subtasks, ...steps].map(({ id }) => normalizePhaseId(id)))
  return text.split('\n').flatMap((written, index) => {
    const line = written.trim()
    const id = line.startsWith('#') ? item.exec(line)?.[1] : undefined
    return id === undefined || ids.has(normalizePhaseId(id))
      ? []
      : [{ line: index + 1, text: line.slice(0, 100), work: true }]
  })
}
