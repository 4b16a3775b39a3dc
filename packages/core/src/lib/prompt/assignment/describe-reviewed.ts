import type { Phase } from '../../plan/model/phase.ts'
import { indentText } from '../../text/indent-text.ts'

/** Most characters of an assignment in the prompt of a review, if the plan is in the tree. */
const maxAssignment = 1_600

/**
 * Describes the assignment of a phase for those who judge its result: its body, and the parts that the body
 * does not contain. A long one is shortened, with the place of the full text, if the plan is in the tree.
 */
export const describeReviewed = ({ phase, folder }: { phase?: Phase; folder?: string }): string => {
  if (phase === undefined) return ''
  const body = phase.body.trim()
  const parts = phase.subtasks
    .filter((subtask) => !body.includes(subtask.title) || !body.includes(subtask.body.trim()))
    .map(({ id, type, title, body: text }) => `${id} [${type}] ${title}\n${text}`.trim())
  const text = [body, ...parts].filter((part) => part !== '').join('\n')
  if (text === '') return ''
  if (folder === undefined || text.length <= maxAssignment)
    return `## Assignment of the phase\n${indentText(text)}`
  return [
    '## Assignment of the phase',
    indentText(`${text.slice(0, maxAssignment)}…`),
    `Shortened. Read the full text before you judge: phase ${phase.id} in \`${folder}/plan.md\`.`,
  ].join('\n')
}
