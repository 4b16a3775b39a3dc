import { type PhaseDraft, readPhaseFields } from '@amelia/core/plugin'
import { plainText, type Section } from '@amelia/markdown'
import type { Row } from '../row/row.ts'

/** Builds a phase from its row and its section. The row overrides the section. */
export const buildPhase = (
  row: Row,
  section: Section | undefined,
  references: { dependsOn: string[]; parallelWith: string[] },
): PhaseDraft => ({
  id: row.id,
  title: row.title,
  body: [row.detail, section?.body ?? ''].filter((text) => text !== '').join('\n\n'),
  ...references,
  files: [...new Set([...row.files, ...(section?.files ?? [])])],
  ...readPhaseFields((name) => plainText(section?.fields.get(name)?.value ?? '')),
  ...row.fields,
  subtasks: section?.subtasks ?? [],
  ...(section && section.acceptance.length > 0 && { acceptance: section.acceptance }),
  line: row.line,
})
