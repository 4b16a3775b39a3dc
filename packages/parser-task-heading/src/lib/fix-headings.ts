import { plainText, readOutline } from '@amelia/markdown'

const meant = /^(#{1,6}[ \t]+)(.*)$/s
const form = /^(task)[ \t]*(\d{1,9}(?:\.\d{1,9}){0,9}[a-z]?)(?![\w.]*\w)(.*)$/is

/**
 * Fixes misspelled task headings, and changes no other line: adds the space in `### Task2: x`. If the
 * document has no task at all, moves task headings on an unsupported level (`# Task 1: x`) to the second
 * level.
 */
export const fixHeadings = (source: string, hasTasks: (source: string) => boolean): string => {
  const pieces = source.split(/(\r\n|\r|\n)/)
  const wrongLevel = !hasTasks(source)
  for (const block of readOutline(source).blocks) {
    if (block.kind !== 'heading' || block.depth > 0 || block.endLine !== block.line) continue
    if (!/^task/i.test(plainText(block.text))) continue
    const at = (block.line - 1) * 2
    const line = pieces[at] ?? ''
    const indent = line.length - line.replace(/^[\ufeff ]+/, '').length
    const heading = meant.exec(line.slice(indent))
    const task = heading && form.exec(heading[2] ?? '')
    if (!heading || !task) continue
    const level = wrongLevel && (block.level < 2 || block.level > 4) ? '## ' : heading[1]
    pieces[at] = `${line.slice(0, indent)}${level}${task[1]} ${task[2]}${task[3]}`
  }
  const fixed = pieces.join('')
  return hasTasks(fixed) ? fixed : source
}
