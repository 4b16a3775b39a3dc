import { stripAnsi } from './strip-ansi.ts'

/**
 * Indents foreign text as a separate block, so that its headings and fences do not affect the surrounding
 * Markdown.
 */
export const indentText = (text: string): string =>
  stripAnsi(text)
    .split('\n')
    .map((line) => `    ${line}`.trimEnd())
    .join('\n')
