import { plainText } from './plain-text.ts'
import { dropNumbering } from './drop-numbering.ts'
import { foldHead } from './fold-head.ts'

const phase = /^phase[ -]#?[\p{L}.-]{0,3}\d[\p{L}\p{N}.-]{0,12}/iu
/** A separator, a remark before one, or no more words. */
const separated = /^(?:\s*\([^()]{0,60}\))?(?:\s*[:—–]|\s+-\s|[.)]\s|[^\p{L}\p{N}]*$)/u
/** A bold name, or a link to a section of the document. A link to another file may be any sentence. */
const marked = /^(?:\*\*([^*]{1,200})\*\*|__([^_]{1,200})__|\[([^\][]{1,200})\]\(#)/

/**
 * Returns whether the text of a list item is the name of a phase (`Phase 1: Base`, `**Phase 1 Base** - soon`)
 * instead of a sentence about one (`Phase 1 design approved`).
 */
export const isPhaseName = (text: string): boolean => {
  const [line = ''] = text.split('\n', 1)
  const [, bold, strong, link] = marked.exec(line) ?? []
  if (/^\s+\S/.test(afterId(bold ?? strong ?? link ?? '') ?? '')) return true
  return separated.test(afterId(line) ?? 'x')
}

/** Returns the text after the id of a phase; undefined for another text. */
const afterId = (inline: string): string | undefined => {
  const head = foldHead(plainText(inline))
  const name = dropNumbering(head.slice(Math.max(0, head.slice(0, 8).search(/[\p{L}\p{N}]/u))))
  const id = phase.exec(name)?.[0].replace(/[.-]+$/, '')
  return id === undefined ? undefined : name.slice(id.length)
}
