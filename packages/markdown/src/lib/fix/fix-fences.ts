import { readOutline } from '../outline/read-outline.ts'

/**
 * Makes the marks of Markdown fences that can be read in two ways longer than the marks inside, so that
 * CommonMark reads them as `readOutline` does; otherwise returns the source unchanged.
 */
export const fixFences = (source: string): string => {
  const { fences, markdown, blocks } = readOutline(source)
  if (fences.length === 0) return source
  const read = markdown.split('\n')
  const pieces = source.split(/(\r\n|\r|\n)/)
  for (const { line, nested, common, read: how } of fences) {
    for (const each of [line, how === 'nested' ? nested : (common ?? nested)]) {
      const run = /`{3,}|~{3,}/.exec(read[each - 1] ?? '')?.[0]
      if (run !== undefined)
        pieces[(each - 1) * 2] = (pieces[(each - 1) * 2] ?? '').replace(/`{3,}|~{3,}/, run)
    }
  }
  const fixed = pieces.join('')
  return JSON.stringify(readOutline(fixed).blocks) === JSON.stringify(blocks) ? fixed : source
}
