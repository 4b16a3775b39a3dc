import { describeEvent, type Paint, words, wrapContent } from '@amelia/core/view'
import type { RunEvent, WatchedEvent } from '@amelia/core'
import { eventText } from '../../event-line.ts'
import type { ToldFailures } from '../../told-failures.ts'
import { splitOutput } from './split-output.ts'

/** Remembers what phases reported, so that an opened phase shows it as it grows. */
export interface PhaseLog {
  add(item: WatchedEvent): void
  /** Returns why the attempts of a phase began and how they ended, by attempt. */
  turns(phaseId: string): ReadonlyMap<number, readonly string[]>
  /** Renders the log of a phase. `startedAt`: the start of the run, which its times count from. */
  lines(phaseId: string, view: LogView): string[]
}

export interface LogView {
  readonly startedAt: number
  readonly columns: number
  readonly ascii: boolean
  readonly paint: Paint
}

/** The entries of a phase that are kept, and the characters of one. */
const mostEntries = 2_000
const mostCharacters = 20_000

interface Entry {
  readonly at: number
  /** The command that is running and printed the lines. */
  readonly command?: string
  /** The words of the engine, or else lines of the agent or of a command. */
  readonly text?: string
  readonly foreign: readonly string[]
  /** The rows in the last width. */
  rows?: { readonly columns: number; readonly lines: readonly string[] }
}

/** Creates an empty log. */
export const createPhaseLog = (): PhaseLog => {
  const logs = new Map<string, { entries: Entry[]; dropped: number; turns: Map<number, string[]> }>()
  const told: ToldFailures = new Map()
  return {
    add(item) {
      const entry = entryOf(item, told)
      const { phaseId } = item as { phaseId?: string }
      if (!entry || phaseId === undefined) return
      const log = logs.get(phaseId) ?? { entries: [], dropped: 0, turns: new Map<number, string[]>() }
      logs.set(phaseId, log)
      // The event of a step that has ended contains its output.
      if (item.type === 'step_completed' || item.type === 'step_failed')
        log.entries = withoutRunning(log.entries)
      const { command } = entry
      const isFirst = command !== undefined && command !== log.entries.at(-1)?.command
      log.entries.push(isFirst ? { ...entry, text: `running: ${command}` } : entry)
      if (entry.text !== undefined && isTurn(item)) {
        const last = item.type === 'phase_started' ? item.attempt : Math.max(1, ...log.turns.keys())
        const before = item.type === 'phase_started' ? undefined : log.turns.get(last)
        log.turns.set(last, [...(before ?? []), entry.text])
      }
      if (log.entries.length <= mostEntries) return
      log.entries.shift()
      log.dropped++
    },
    turns: (phaseId) => logs.get(phaseId)?.turns ?? new Map<number, string[]>(),
    lines(phaseId, view) {
      const { entries, dropped } = logs.get(phaseId) ?? { entries: [], dropped: 0 }
      const more =
        dropped === 0 ? [] : [view.paint(`${dropped} earlier entries: amelia logs RUN ${phaseId}`, 'dim')]
      return [...more, ...entries.flatMap((entry) => rowsOf(entry, view))]
    },
  }
}

/** Removes the output of the command that printed the last entries. */
const withoutRunning = (entries: Entry[]): Entry[] => {
  const last = entries.findLastIndex(({ command }) => command === undefined)
  return entries.slice(0, last + 1)
}

/** Whether an event begins or ends an attempt, or sends its agent back. */
const isTurn = (item: WatchedEvent): item is RunEvent =>
  [
    ...['phase_started', 'phase_retry', 'phase_returned', 'phase_delayed'],
    ...['phase_failed', 'phase_completed', 'phase_cancelled', 'phase_skipped'],
  ].includes(item.type)

const entryOf = (item: WatchedEvent, told: ToldFailures): Entry | undefined => {
  const found = 'seq' in item ? ofEvent(item, told) : ofProgress(item)
  if (!found) return undefined
  return { at: Date.parse(item.at), ...found }
}

const ofEvent = (event: RunEvent, told: ToldFailures): Pick<Entry, 'text' | 'foreign'> | undefined => {
  // A running step is news here, and its end has its command again.
  const text = event.type === 'step_started' ? describeEvent(event).text : eventText(event, told)
  if (text === undefined) return undefined
  if (event.type === 'step_completed') return { text, foreign: linesOf(event.output ?? '') }
  if (event.type === 'step_failed')
    return { text, foreign: linesOf(event.output ?? event.failure.output ?? '') }
  return { text, foreign: [] }
}

const ofProgress = (
  item: Exclude<WatchedEvent, RunEvent>,
): Pick<Entry, 'text' | 'foreign' | 'command'> | undefined => {
  if (item.type === 'session_waiting') {
    const until = item.until === undefined ? '' : ` until ${item.until}`
    return { text: `${item.provider} accepts no requests${until}`, foreign: [] }
  }
  if (item.type === 'plugin_event') return { text: `${item.name} from the ${item.who}`, foreign: [] }
  if (item.type !== 'session_progress') return undefined
  const { progress } = item
  if (progress.type === 'tool') return { foreign: linesOf(`${progress.name}  ${progress.summary}`) }
  if (progress.type === 'text') {
    const lines = linesOf(progress.text)
    return lines.length === 0 ? undefined : { foreign: lines }
  }
  if (progress.type === 'output') {
    const { command, text } = progress
    return { command, foreign: linesOf(text) }
  }
  if (progress.type !== 'todo') return undefined
  const done = progress.items.filter(({ status }) => status === 'completed').length
  return { text: `todo list: ${done} of ${progress.items.length} done`, foreign: [] }
}

const linesOf = (text: string): string[] =>
  splitOutput(
    text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}\n(the rest is in amelia logs)`,
  )

/** Renders an entry. A mark is before the lines of an agent, so that none looks like one of the engine. */
const rowsOf = (entry: Entry, view: LogView): readonly string[] => {
  const { columns, ascii, paint, startedAt } = view
  if (entry.rows?.columns === columns) return entry.rows.lines
  const time = clockOf(entry.at - startedAt)
  const [first, rest] = [`${paint(time, 'dim')}  `, ' '.repeat(time.length + 2)]
  const room = Math.max(10, columns - time.length - 5)
  const mark = paint(ascii ? '|' : '│', 'dim')
  const own = entry.text === undefined ? [] : wrapped(words.plainLabel(entry.text), room)
  const foreign = entry.foreign.flatMap((line) => wrapped(line, room).map((row) => `${mark} ${row}`))
  const lines = [...own.map((row) => paint(row, 'dim')), ...foreign].map(
    (row, at) => `${at === 0 ? first : rest}${row}`,
  )
  entry.rows = { columns, lines }
  return lines
}

/** Wraps a line into rows without an indentation. */
const wrapped = (line: string, width: number): string[] =>
  // As lines of one text, which rows that continue them are told apart from.
  wrapContent(`\n${line}`, width + 2)
    .slice(1)
    .map((row, at) => (at === 0 ? row.slice(6) : row.slice(2)).trimEnd())

const clockOf = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
