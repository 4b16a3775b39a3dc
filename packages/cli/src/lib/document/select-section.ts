import { nearestName } from '@amelia/core/view'
import { plainText, readOutline } from '@amelia/markdown'
import { usageError } from '../terminal/usage-error.ts'

const mostNamed = 10

/**
 * Returns the text of a plan with only the section of one heading. All other lines are empty, so that the
 * section keeps its lines. `name` is the text of the heading, or its beginning. Throws a usage error if no
 * heading or several have it.
 */
export const selectSection = (text: string, name: string): string => {
  const { blocks, lines } = readOutline(text)
  const headings = blocks.flatMap((block) =>
    block.kind === 'heading' && block.depth === 0
      ? [{ title: plainText(block.text), level: block.level, line: block.line }]
      : [],
  )
  const wanted = fold(name.replace(/^#{1,6}\s/, ''))
  const exact = headings.filter(({ title }) => fold(title) === wanted)
  const found = exact.length > 0 ? exact : headings.filter(({ title }) => begins(fold(title), wanted))
  const [heading, other] = found
  if (!heading || other || wanted === '') {
    const named = (heading ? found : headings).slice(0, mostNamed)
    const list = named.map(({ title, line }) => `"${title}" (line ${line})`).join(', ')
    const near = nearestName(
      name,
      headings.map(({ title }) => title),
    )
    throw usageError(
      heading
        ? `${found.length} headings begin with "${name}": ${list}.`
        : `No heading begins with "${name}".${list === '' ? '' : ` Headings: ${list}.`}`,
      near === undefined ? 'Pass the text of one heading to --select.' : `Did you mean --select "${near}"?`,
    )
  }
  const next = headings.find(({ line, level }) => line > heading.line && level <= heading.level)
  const end = (next?.line ?? lines.length + 1) - 1
  return lines.map((line, at) => (at + 1 >= heading.line && at + 1 <= end ? line : '')).join('\n')
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** `Issue #1` does not begin `Issue #18`. */
const begins = (title: string, start: string): boolean =>
  title.startsWith(start) && !/^[\p{L}\p{N}]/u.test(title.slice(start.length))
