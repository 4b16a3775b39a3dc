import type { RunEvent, WatchedEvent } from '@amelia/core'
import { type Paint, words, stripAnsi } from '@amelia/core/view'
import { eventLine, logLine } from './event-line.ts'
import type { ToldFailures } from './told-failures.ts'
import { type LogSource, readTexts } from './read-texts.ts'

export interface RenderLogOptions extends LogSource {
  /** When the run started, in milliseconds since 1970. */
  startedAt: number
  paint: Paint
  /** The width of the column of phases. */
  idWidth: number
  /** The failures that were printed. */
  told: ToldFailures
}

type Progress = Exclude<WatchedEvent, RunEvent>

/** Renders an event of a run with the full outputs of its commands. Empty if it is not worth a line. */
export const renderLogEvent = async (event: RunEvent, options: RenderLogOptions): Promise<string> => {
  const line = eventLine(event, Date.parse(event.at) - options.startedAt, options.told, options.idWidth)
  const blocks = (await readTexts(event, options)).flatMap(({ title, text }) => [
    ...(title === '' ? [] : [`  ${words.plainLabel(title)}`]),
    ...quote(text, options.paint),
  ])
  return [...(line === undefined ? [] : [line]), ...blocks].map((each) => `${each}\n`).join('')
}

/** Renders the progress of a running session, or a warning. Empty if it is not worth a line. */
export const renderLogProgress = (
  event: Progress,
  { startedAt, paint, idWidth }: Pick<RenderLogOptions, 'startedAt' | 'paint' | 'idWidth'>,
): string => {
  const found = describe(event)
  if (found === undefined) return ''
  const { phaseId } = event as { phaseId?: string }
  const sinceStart = Date.parse(event.at) - startedAt
  const line = logLine(found.title, { phaseId, sinceStart, idWidth })
  return [line, ...quote(found.text ?? '', paint)].map((each) => `${each}\n`).join('')
}

const describe = (event: Progress): { title: string; text?: string } | undefined => {
  if (event.type === 'warning') return { title: `warning: ${event.message}` }
  if (event.type === 'session_waiting')
    return {
      title: `${event.provider} accepts no requests${event.until === undefined ? '' : ` until ${event.until}`}`,
    }
  if (event.type === 'plugin_event') return { title: `${event.name} from the ${event.who}` }
  if (event.type !== 'session_progress') return undefined
  const { progress } = event
  switch (progress.type) {
    case 'text':
      return progress.text.trim() === '' ? undefined : { title: 'the agent writes', text: progress.text }
    case 'tool':
      return { title: `${progress.name} ${progress.summary}` }
    case 'todo': {
      const done = progress.items.filter(({ status }) => status === 'completed').length
      return { title: `todo list: ${done} of ${progress.items.length} done` }
    }
    // The log has the output of a command when it has ended.
    case 'output':
    case 'session':
    case 'usage':
    case 'waiting':
    case 'event':
      return undefined
  }
}

/** Returns the lines of a foreign text behind a mark, so that none looks like a line of the log. */
const quote = (text: string, paint: Paint): string[] => {
  const plain = stripAnsi(text).trimEnd()
  return plain === '' ? [] : plain.split('\n').map((line) => `${paint('  |', 'dim')} ${line}`.trimEnd())
}
