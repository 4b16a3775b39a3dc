import { phaseFields, type PlanIssue, type PlanStatus, readStatus } from '@amelia/core/plugin'
import { foldLabel, foldValue, type Outline, plainText } from '@amelia/markdown'
import { isListOfTasks } from './group/divide.ts'

/**
 * Reads the status of a story, which a document with a heading `Tasks / Subtasks` states below a heading
 * Status or in a line `Status: Draft`. Warns about one that does not decide whether the story runs.
 */
export const readStoryStatus = ({ blocks }: Outline, issues: PlanIssue[]): PlanStatus | undefined => {
  const isStory = blocks.some(
    (block) => block.kind === 'heading' && /^tasks ?\/ ?subtasks$/i.test(plainText(block.text)),
  )
  if (!isStory) return undefined
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'heading' && isListOfTasks(plainText(block.text))) return undefined
    const isHeading = block.kind === 'heading' && isStatus(plainText(block.text))
    const place = isHeading ? blocks[at + 1] : block
    if (place?.kind !== 'paragraph' || place.depth > 0) continue
    const [first = ''] = place.text.split('\n', 1)
    const [, label = '', value = ''] = /^([^:：]{1,30})[:：](.*)$/u.exec(plainText(first)) ?? []
    if (!isHeading && !isStatus(label)) continue
    const text = isHeading ? plainText(first) : value.trim()
    if (text === '') return undefined
    const status = statusOf(text)
    if (status !== undefined) return status
    const { code, problem } = phaseFields.status.unreadable!
    const message = `The status "${text.slice(0, 40)}" of the story ${problem}.`
    issues.push({ severity: 'warning', code, message, line: place.line, column: place.column })
    return undefined
  }
  return undefined
}

const isStatus = (label: string): boolean => foldLabel(label).toLowerCase() === 'status'

const statusOf = (text: string): PlanStatus | undefined => {
  const word = foldValue(text).toLowerCase()
  if (/\breview\b/.test(word)) return undefined
  if (/^approved\b/.test(word)) return 'pending'
  return /^in ?progress\b/.test(word) ? 'in_progress' : readStatus(word)
}
