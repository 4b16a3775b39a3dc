import { type PhaseFieldValues, type PlanIssue, readPhaseFields } from '@amelia/core/plugin'
import {
  type Block,
  checkFields,
  type Field,
  type FieldName,
  plainText,
  readFields,
  readPaths,
} from '@amelia/markdown'

/** The values of the labelled lines of a phase or a task. */
export interface OwnFields {
  values: PhaseFieldValues
  files: string[]
}

/**
 * Reads the labelled lines among the blocks of a phase or a task, above their first heading, and warns about
 * values that cannot be read. Dependencies are read elsewhere.
 */
export const readOwnFields = (title: string, blocks: readonly Block[], issues: PlanIssue[]): OwnFields => {
  if (blocks.length === 0) return { values: {}, files: [] }
  const below = blocks.findIndex((block) => block.kind === 'heading' && block.depth === 0)
  const fields = new Map<FieldName, Field>()
  for (const field of readFields(below < 0 ? blocks : blocks.slice(0, below)))
    if (!fields.has(field.name)) fields.set(field.name, field)
  for (const issue of checkFields(title, fields.values())) issues.push(issue)
  const files = fields.get('files')
  return {
    values: readPhaseFields((name) => plainText(fields.get(name)?.value ?? '')),
    files: files ? readPaths(files) : [],
  }
}
