import { plainText, readOutline } from '@amelia/markdown'
import { readTaskHeading } from './read-task-heading.ts'

const meant = /^(#{1,6}[ \t]+)(.*)$/s
const form = /^(task)[ \t]*(\d{1,9}(?:\.\d{1,9}){0,9}[a-z]?)(?![\w.]*\w)(.*)$/is

/**
 * Fixes misspelled task headings, and changes no other line: adds the space in `### Task2: x`. A heading
 * that would still be no task, such as `### Task2 x`, is left as it is. If the
 * document has no task at all, moves task headings on an unsupported level (`# Task 1: x`) to the second
 * level. A heading of the second level inside such a task would end it there: the source stays as it is.
 */
export const fixHeadings = (source: string, hasTasks: (source: string) => boolean): string => {
  const pieces = source.split(/(\r\n|\r|\n)/)
  const wrongLevel = !hasTasks(source)
  /** Whether the last task was on the first level. */
  let isTop = false
  for (const block of readOutline(source).blocks) {
    if (block.kind !== 'heading' || block.depth > 0) continue
    const at = (block.line - 1) * 2
    const line = pieces[at] ?? ''
    const indent = line.length - line.replace(/^[\ufeff ]+/, '').length
    const isMeant = block.endLine === block.line && /^task/i.test(plainText(block.text))
    const heading = isMeant ? meant.exec(line.slice(indent)) : null
    const task = heading && form.exec(heading[2] ?? '')
    if (!heading || !task || !readTaskHeading(plainText(`${task[1]} ${task[2]}${task[3]}`))) {
      if (isTop && wrongLevel && block.level === 2) return source
      if (block.level === 1) isTop = false
      continue
    }
    isTop = block.level === 1
    const level = wrongLevel && (block.level < 2 || block.level > 4) ? '## ' : heading[1]
    pieces[at] = `${line.slice(0, indent)}${level}${task[1]} ${task[2]}${task[3]}`
  }
  const fixed = pieces.join('')
  return hasTasks(fixed) ? fixed : source
}
