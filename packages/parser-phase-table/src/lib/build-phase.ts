import { type PhaseDraft, readStatus } from '@amelia/core/plugin'
import { plainText, readEstimate, type Section } from '@amelia/markdown'
import type { Row } from './read-rows.ts'

/** A phase from its row and its section. What the row says wins. */
export const buildPhase = (
  row: Row,
  section: Section | undefined,
  references: { dependsOn: string[]; parallelWith: string[] },
): PhaseDraft => {
  const said = (name: 'estimate' | 'status' | 'risk'): string =>
    plainText(section?.fields.get(name)?.value ?? '')
  const estimate = row.estimate ?? readEstimate(said('estimate'))
  const status = row.status ?? readStatus(said('status'))
  const word = said('risk').toLowerCase()
  const risk = row.risk ?? (word === 'low' || word === 'medium' || word === 'high' ? word : undefined)
  return {
    id: row.id,
    title: row.title,
    body: section?.body ?? '',
    ...references,
    files: [...new Set([...row.files, ...(section?.files ?? [])])],
    ...(estimate !== undefined && { estimate }),
    ...(status && { status }),
    ...(risk && { risk }),
    subtasks: section?.subtasks ?? [],
    line: row.line,
  }
}
