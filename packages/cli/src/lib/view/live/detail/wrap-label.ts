import { type Paint, words } from '@amelia/core/view'
import { wrapText } from '../../../terminal/wrap-text.ts'

export interface PageView {
  readonly columns: number
  readonly paint: Paint
}

/** Wraps foreign text of one line into rows behind an indentation. */
export const wrapLabel = (text: string, { columns }: PageView, indent = ''): string[] =>
  wrapText(words.plainLabel(text), columns - 1 - indent.length).map((line) => indent + line)
