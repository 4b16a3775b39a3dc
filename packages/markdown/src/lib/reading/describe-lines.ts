/** Describes lines: `line 3`, `lines 3 to 5`, `lines 3 to 5, 9 and 12`. They must be in order. */
export const describeLines = (lines: readonly number[]): string => {
  const ranges: [from: number, to: number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  const texts = ranges.map(([from, to]) => (from === to ? String(from) : `${from} to ${to}`))
  const start = texts.slice(0, -1).join(', ')
  const listed = `${start}${start === '' ? '' : ' and '}${texts.at(-1) ?? ''}`
  return `${lines.length === 1 ? 'line' : 'lines'} ${listed}`
}
