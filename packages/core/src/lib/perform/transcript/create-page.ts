import type { SessionProgress } from '../../contract/driver.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import { describeCost } from '../../report/words/describe-cost.ts'
import { plainLabel } from '../../report/render/plain-label.ts'
import { sumSessions } from '../../policy/spending/add-session.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

/** The end of a session, for the page of its transcript. */
export interface PageEnd {
  session: ChargedSession
  phaseId: string | undefined
  prompt: string
  /** Milliseconds since 1970. */
  startedAt: number
  /** `completed`, or why it failed. */
  outcome: string
  /** The agent's last message. */
  text: string | undefined
  /** Where the code of a plugin failed, for its author. */
  stack?: string | undefined
}

/** The page of a transcript while its session runs. */
export interface TranscriptPage {
  /** Adds what the session reports. `ms`: since its beginning. */
  add(progress: SessionProgress, ms: number): void
  /** Adds a person's text that is given to the session. */
  guide(text: string, ms: number): void
  render(end: PageEnd): string
}

/** Characters of progress that are kept: the first and the last ones. */
const mostAtHead = 200_000
const mostAtTail = 600_000

/**
 * Creates the page of a session's transcript: a plain rendering of the progress that the engine received.
 * Long progress loses its middle, and the page names the number of entries that are missing.
 */
export const createPage = (): TranscriptPage => {
  const head: string[] = []
  const tail: string[] = []
  let atHead = 0
  let atTail = 0
  let omitted = 0
  let next = 0
  const keep = (entry: string): void => {
    if (atHead + entry.length <= mostAtHead && omitted === 0 && tail.length === 0) {
      head.push(entry)
      atHead += entry.length
      return
    }
    tail.push(entry)
    atTail += entry.length
    // Entries leave from the front: `next` is the first that is kept.
    for (; atTail > mostAtTail && next < tail.length - 1; next++, omitted++) {
      atTail -= tail[next]!.length
      tail[next] = ''
    }
  }
  return {
    add(progress, ms) {
      const entry = describe(progress)
      if (entry !== undefined) keep(`${clock(ms)}  ${entry}`)
    },
    guide: (text, ms) => keep(`${clock(ms)}  a person writes\n\n${quote(text)}`),
    render: (end) =>
      [
        ...headerOf(end),
        '## Prompt',
        fence(end.prompt),
        '## Progress',
        ...(head.length + tail.length === 0 ? ['The agent reported no progress.'] : []),
        ...head,
        ...(omitted === 0 ? [] : [`[... ${omitted} entries omitted ...]`]),
        ...tail.slice(next),
        ...(end.text === undefined || end.text === '' ? [] : ['## Last message', quote(end.text)]),
        ...(end.stack === undefined ? [] : ['## Stack', fence(end.stack)]),
      ].join('\n\n') + '\n',
  }
}

const headerOf = ({ session, phaseId, startedAt, outcome }: PageEnd): string[] => {
  const { role, number, attempt, driver, model, sessionId, durationMs } = session
  const place = phaseId === undefined ? 'Run' : `Phase ${phaseId}, attempt ${attempt ?? 0}`
  const usage = `${formatDuration(durationMs)}, ${describeCost(sumSessions([session]))}`
  return [
    `# ${place}, session ${number}: ${role}`,
    [
      `- Driver: ${plainLabel(driver)}${model === undefined ? '' : `, model ${plainLabel(model)}`}`,
      ...(sessionId === undefined ? [] : [`- Session: ${plainLabel(sessionId)}`]),
      `- Started: ${new Date(startedAt).toISOString()}`,
      `- Usage: ${usage}`,
      `- Ended: ${plainLabel(outcome)}`,
    ].join('\n'),
  ]
}

const describe = (progress: SessionProgress): string | undefined => {
  switch (progress.type) {
    case 'text':
      return `says\n\n${quote(progress.text)}`
    case 'tool':
      return `${plainLabel(progress.name)} ${plainLabel(progress.summary)}`.trimEnd()
    case 'todo': {
      const done = progress.items.filter(({ status }) => status === 'completed').length
      return `todo list: ${done} of ${progress.items.length} done`
    }
    case 'waiting': {
      const { reason, until, message } = progress
      const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`
      return `waits${end}: ${reason.replace('_', ' ')}${message === undefined ? '' : `: ${plainLabel(message)}`}`
    }
    case 'session':
    case 'usage':
    case 'event':
      return undefined
  }
}

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

const quote = (text: string): string =>
  stripAnsi(text)
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** A fence that is longer than any in the text. */
const fence = (text: string): string => {
  let longest = 3
  for (const [run] of text.matchAll(/~+/g)) longest = Math.max(longest, run.length + 1)
  const mark = '~'.repeat(longest)
  return `${mark}\n${stripAnsi(text).trimEnd()}\n${mark}`
}
