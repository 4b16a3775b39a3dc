import { fullTime } from '../format/day-time.ts'
import { addDurations, type SessionEntry } from './session-entry.ts'

/** The kept page of a session. */
export interface SessionPage {
  /** Its driver, times and usage, a line each. */
  facts: string[]
  prompt: string
  entries: SessionEntry[]
  /** The last message of the agent. Empty if there was none. */
  last: string
}

const startTime = /(?<=^Started: )\d{4}-\d\d-\d\dT\S+$/
const entryLine = /^(\d+):(\d\d) {2}(.*)$/

/**
 * Reads the page that the engine keeps of a session. The prompt is in a fence and the agent's words are
 * quoted, so that no text of others is taken for a line of the page. Undefined for any other text.
 */
export const readPage = (text: string): SessionPage | undefined => {
  const lines = text.split('\n')
  const fence = lines.indexOf('## Prompt') + 2
  const mark = lines[fence]
  if (fence < 2 || mark === undefined || !/^~{3,}$/.test(mark)) return undefined
  const end = lines.indexOf(mark, fence + 1)
  const start = lines.indexOf('## Progress', end)
  if (end < 0 || start < 0) return undefined
  const stop = findLine(lines, start, ['## Last message', '## Stack'])
  const progress = readEntries(lines.slice(start + 1, stop))
  return {
    facts: lines
      .slice(0, fence - 2)
      .flatMap((line) => (line.startsWith('- ') ? [line.slice(2).replace(startTime, fullTime)] : [])),
    prompt: lines.slice(fence + 1, end).join('\n'),
    entries: addDurations(progress.entries, progress.times),
    last:
      lines[stop] === '## Last message'
        ? unquote(lines.slice(stop + 1, findLine(lines, stop, ['## Stack'])))
        : '',
  }
}

const findLine = (lines: readonly string[], from: number, wanted: readonly string[]): number => {
  const found = lines.findIndex((line, index) => index > from && wanted.includes(line))
  return found < 0 ? lines.length : found
}

const readEntries = (lines: readonly string[]): { entries: SessionEntry[]; times: number[] } => {
  const entries: SessionEntry[] = []
  const times: number[] = []
  for (let index = 0; index < lines.length; index++) {
    const found = entryLine.exec(lines[index]!)
    if (!found) continue
    const [, minutes = '', seconds = '', rest = ''] = found
    let next = index + 1
    while (next < lines.length && !entryLine.test(lines[next]!)) next++
    entries.push(readEntry(`${minutes}:${seconds}`, rest, unquote(lines.slice(index + 1, next))))
    times.push((Number(minutes) * 60 + Number(seconds)) * 1_000)
    index = next - 1
  }
  return { entries, times }
}

const readEntry = (time: string, head: string, quoted: string): SessionEntry => {
  if (head === 'says') return { kind: 'says', time, text: quoted }
  if (head === 'a person writes') return { kind: 'person', time, text: quoted }
  if (/^(?:todo list: |waits(?: until \S+)?: )/.test(head)) return { kind: 'note', time, text: head }
  const [tool = '', ...words] = head.split(' ')
  return { kind: 'tool', time, tool, text: words.join(' ') }
}

const unquote = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => (line.startsWith('>') ? [line.replace(/^> ?/, '')] : []))
    .join('\n')
    .trim()
