import type { StepDraft } from '@amelia/core/plugin'
import { type FenceBlock, readCodeSpan, readPaths } from '@amelia/markdown'
import type { TaskFiles } from './read-task-files.ts'

/** A fence that may contain a complete file. */
export interface ContentRequest {
  title: string
  /** The title as written, with its code. */
  raw: string
  /** Lines outside the fence that are neither commands nor expectations. */
  prose: readonly string[]
  fence: FenceBlock
  files: TaskFiles
  /** Whether no other step of the task has a fence that could be a file. */
  aloneInTask: boolean
  id: string
}

/** Titles and lines about a part of a file. */
const part =
  /\b(?:add|append|insert|extend|update|modify|replace|edit|change|delete|remove|register|at the (?:end|top|bottom)|after|before|below|above|example|e\.g)\b/i
const whole = /^(?:create|write|new file|file)\b/i
const elided =
  /^[ \t]*(?:\/\/|#|--|\/\*|<!--|\*)[ \t]*(?:\.\.\.|…|existing|rest of|same as|add to|in \S+\.\w+,)/im
const notContent = new Set([
  'diff',
  'patch',
  'console',
  'text',
  'output',
  'bash',
  'shell',
  'sh',
  'zsh',
  'mermaid',
])

/**
 * Reads the code step of a fence that is certainly the complete content of a new file; undefined otherwise.
 */
export const readContent = (request: ContentRequest): StepDraft | undefined => {
  const { title, raw, prose, fence, files, aloneInTask, id } = request
  const named = pathsOf([raw, ...prose])
  const [path = aloneInTask && files.all.length === 1 ? files.all[0] : undefined] = named
  if (path === undefined || named.length > 1 || !files.created.has(path)) return undefined
  if (part.test(title) || prose.some((line) => !introduces(line, path))) return undefined
  const language = (fence.info.split(/\s/, 1)[0] ?? '').toLowerCase()
  if (notContent.has(language) && !(path.endsWith('.sh') && language !== 'diff')) return undefined
  if (elided.test(fence.content)) return undefined
  return {
    id,
    description: `Write ${path}`,
    action: 'code',
    filePath: path,
    codeChange: fence.content,
    line: fence.line,
  }
}

const pathsOf = (lines: readonly string[]): string[] => [
  ...new Set(
    lines
      .filter((line) => line.includes('`'))
      .flatMap((value) => readPaths({ name: 'files', label: 'files', value, items: [], line: 1, column: 1 })),
  ),
]

/** Whether a line only names the file of the fence: `Create \`a.ts\`:`, or the path alone. */
const introduces = (line: string, path: string): boolean => {
  if (line.length > 120 || !line.includes(`\`${path}`)) return false
  return (
    readCodeSpan(line) !== undefined ||
    (whole.test(line) && !part.test(line) && !/ (?:with|that|and) /i.test(line))
  )
}
