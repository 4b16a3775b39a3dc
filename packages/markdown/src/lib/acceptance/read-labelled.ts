/** Returns the text after a label at the start of a line: `Run: x`, `**Run:** x`, `**Expected**: x`. */
export const readLabelled = (line: string, label: string): string | undefined => {
  let at = 0
  while (line[at] === '*' || line[at] === '_') at++
  if (line.slice(at, at + label.length).toLowerCase() !== label) return undefined
  at += label.length
  while (line[at] === '*' || line[at] === '_') at++
  if (line[at] !== ':' && line[at] !== '：') return undefined
  at++
  while (line[at] === '*' || line[at] === '_') at++
  return line.slice(at).trim()
}
