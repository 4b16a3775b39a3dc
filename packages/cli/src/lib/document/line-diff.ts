import type { Paint } from '@amelia/core/view'

const context = 3

/**
 * Returns the unified diff of two texts with the same number of lines, such as a plan before and after a fix.
 *
 * Control characters are shown as `?`, so the diff cannot move the cursor or hide text.
 */
export const lineDiff = (path: string, before: string, after: string, paint: Paint): string => {
  const [old, now] = [splitLines(before), splitLines(after)]
  const changed = old.flatMap((line, index) => (line === now[index] ? [] : [index]))
  const lines = [paint(`--- ${path}`, 'strong'), paint(`+++ ${path}`, 'strong')]
  for (let at = 0; at < changed.length; ) {
    const first = Math.max((changed[at] ?? 0) - context, 0)
    let end = at
    while (end + 1 < changed.length && (changed[end + 1] ?? 0) - (changed[end] ?? 0) <= 2 * context) end++
    const last = Math.min((changed[end] ?? 0) + context, old.length - 1)
    lines.push(paint(`@@ -${first + 1},${last - first + 1} +${first + 1},${last - first + 1} @@`, 'active'))
    for (let index = first; index <= last; ) {
      let stop = index
      while (stop <= last && old[stop] !== now[stop]) stop++
      for (const line of old.slice(index, stop)) lines.push(paint(`-${visible(line)}`, 'bad'))
      for (const line of now.slice(index, stop)) lines.push(paint(`+${visible(line)}`, 'good'))
      for (index = stop; index <= last && old[index] === now[index]; index++)
        lines.push(` ${visible(old[index] ?? '')}`)
    }
    at = end + 1
  }
  return `${lines.join('\n')}\n`
}

const splitLines = (text: string): string[] => {
  const lines = text.split(/\r\n|\r|\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const visible = (line: string): string => line.replace(/[^\P{Cc}\t]|[\u202a-\u202e\u2066-\u2069]/gu, '?')
