/** A block of a text with the light structure of Markdown. Its text is shown as it is written. */
export type TextBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'item'; depth: number; text: string }
  | { kind: 'code'; info: string; text: string }
  | { kind: 'quote' | 'paragraph'; text: string }

/**
 * Splits a text at its headings, list items, quotes and fences. It reads no inline marks and nothing becomes
 * HTML. A fence that is not closed runs to the end.
 */
export const structureText = (text: string): TextBlock[] => {
  const blocks: TextBlock[] = []
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const fence = /^ {0,3}(`{3,}|~{3,})([^`]*)$/.exec(line)
    if (fence) {
      const mark = fence[1]!
      let last = index + 1
      while (last < lines.length && !closes(lines[last]!, mark)) last++
      blocks.push({ kind: 'code', info: fence[2]!.trim(), text: lines.slice(index + 1, last).join('\n') })
      index = last
      continue
    }
    if (line.trim() !== '') add(blocks, line)
    else blocks.push(gap)
  }
  return blocks.filter((block) => block !== gap)
}

/** An empty line ends a paragraph. */
const gap: TextBlock = { kind: 'paragraph', text: '' }

const closes = (line: string, mark: string): boolean => {
  const text = line.trim()
  return text.startsWith(mark) && text === mark[0]!.repeat(text.length)
}

const add = (blocks: TextBlock[], line: string): void => {
  const heading = /^(#{1,6})\s+(\S.*)$/.exec(line)
  if (heading) {
    blocks.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]! })
    return
  }
  const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(\S.*)$/.exec(line)
  if (item) {
    const bullet = /\d/.test(item[2]!) ? item[2]! : '•'
    blocks.push({
      kind: 'item',
      depth: Math.min(4, Math.floor(item[1]!.length / 2)),
      text: `${bullet} ${item[3]!}`,
    })
    return
  }
  const quote = /^ {0,3}>\s?(.*)$/.exec(line)
  const kind = quote ? 'quote' : 'paragraph'
  const text = quote ? quote[1]! : line
  const last = blocks.at(-1)
  if (last?.kind === kind && last !== gap) last.text += `\n${text}`
  else if (last?.kind === 'item' && kind === 'paragraph' && /^\s/.test(line)) last.text += `\n${text.trim()}`
  else blocks.push({ kind, text })
}
