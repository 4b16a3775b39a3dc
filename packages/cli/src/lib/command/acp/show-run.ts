import { join } from 'node:path'
import type { PlanEntry, PlanEntryStatus, ToolCallContent } from '@agentclientprotocol/sdk'
import { type FileDiff, type PhaseReport, readDiff, type RunEvent, type RunView } from '@amelia/core'
import { type StatusKind, words } from '@amelia/core/view'
import { eventText } from '../../view/event-line.ts'
import type { ToldFailures } from '../../view/told-failures.ts'
import { escapeMarkdown } from '../github/escape-markdown.ts'
import { type Editor, type EditorSession, sendText, sendUpdate } from './editor-session.ts'

/** Shows a run in an editor. */
export interface ShownRun {
  /** Shows the phases as the plan, and the running sessions as tool calls. */
  view(view: RunView): Promise<void>
  /** Shows an event as a line, the end of a session, or the changes of a phase. */
  event(event: RunEvent): Promise<void>
}

/** A session that the editor has as a tool call. */
interface ShownSession {
  toolCallId: string
  text: string
}

/** The most files of a phase that are shown. `amelia diff` has all. */
const mostFiles = 30

/** Creates the display of a session's run. */
export const showRun = (editor: Editor, session: EditorSession): ShownRun => {
  const running = new Map<string, ShownSession>()
  const ended = new Set<string>()
  const lastOf = new Map<string, string>()
  const told: ToldFailures = new Map()
  let shownPlan = ''

  const showSession = async (phaseId: string, title: string, name: string): Promise<ShownSession> => {
    const toolCallId = `${session.runId}:${name}`
    const shown = { toolCallId, text: '' }
    await sendUpdate(editor, session, {
      ...{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'execute', status: 'in_progress' },
    })
    lastOf.set(phaseId, toolCallId)
    return shown
  }

  return {
    async view({ plan, phases, activities }) {
      const entries = plan.phases.map((phase) => entryOf(phase, phases.get(phase.id)))
      const text = JSON.stringify(entries)
      if (text !== shownPlan) await sendUpdate(editor, session, { sessionUpdate: 'plan', entries })
      shownPlan = text
      for (const [phaseId, { text: line, byAgent, session: charged }] of activities) {
        if (!byAgent && !charged) continue
        const name = charged?.session ?? `${phaseId}:${phases.get(phaseId)?.attempt ?? 1}`
        // A view may still have a session whose end was shown.
        if (ended.has(name)) continue
        let shown = running.get(phaseId)
        if (!shown) {
          shown = await showSession(phaseId, titleOf(phaseId, charged), name)
          running.set(phaseId, shown)
        }
        if (!byAgent || line === '' || line === shown.text) continue
        shown.text = line
        const content: ToolCallContent[] = [{ type: 'content', content: { type: 'text', text: line } }]
        const { toolCallId } = shown
        await sendUpdate(editor, session, { sessionUpdate: 'tool_call_update', toolCallId, content })
      }
    },
    async event(event) {
      const { phaseId } = event
      if (event.type === 'session_charged' && phaseId !== undefined) {
        const shown =
          running.get(phaseId) ?? (await showSession(phaseId, titleOf(phaseId, event), event.session))
        running.delete(phaseId)
        ended.add(event.session).add(`${phaseId}:${event.attempt}`)
        await sendUpdate(editor, session, {
          ...{ sessionUpdate: 'tool_call_update', toolCallId: shown.toolCallId },
          ...{ status: event.failure === undefined ? 'completed' : 'failed' },
          title: titleOf(phaseId, event),
        })
        return
      }
      const text = eventText(event, told)
      if (text !== undefined)
        await sendText(
          editor,
          session,
          `${phaseId === undefined ? '' : `**${escapeMarkdown(phaseId)}** `}${escapeMarkdown(text)}`,
        )
      if (event.type !== 'commit_integrated' || phaseId === undefined) return
      const { host, place, runId = '' } = session
      const files = await readDiff({ host, runId, phaseId })
      const content = files.slice(0, mostFiles).flatMap((file) => diffContent(place.repo, file))
      if (content.length === 0) return
      const toolCallId = lastOf.get(phaseId) ?? `${runId}:${phaseId}:changes`
      const title = `Changes of phase ${words.plainLabel(phaseId)}`
      if (lastOf.has(phaseId))
        await sendUpdate(editor, session, { sessionUpdate: 'tool_call_update', toolCallId, content })
      else
        await sendUpdate(editor, session, {
          ...{ sessionUpdate: 'tool_call', toolCallId, title, kind: 'edit', status: 'completed', content },
        })
    },
  }
}

/** The editor knows three states: the others are named behind the title. */
const entryOf = (
  { id, title }: Pick<PhaseReport, 'id' | 'title'>,
  phase: PhaseReport | undefined,
): PlanEntry => {
  const status = words.shownStatus(phase)
  const kind = words.statusKind(status)
  const isNamed = !['open', 'ready', 'running', 'done'].includes(kind)
  return {
    content: words.plainLabel(
      `${id}: ${title}${isNamed ? ` (${words.statusWord(status).toLowerCase()})` : ''}`,
    ),
    priority: 'medium',
    status: entryStatus[kind],
  }
}

const entryStatus: Readonly<Record<StatusKind, PlanEntryStatus>> = {
  open: 'pending',
  ready: 'pending',
  running: 'in_progress',
  retrying: 'in_progress',
  waiting: 'in_progress',
  done: 'completed',
  external: 'completed',
  failed: 'pending',
  blocked: 'pending',
  skipped: 'completed',
  cancelled: 'pending',
}

/** Names a session by its phase, its work and its agent. */
const titleOf = (phaseId: string, session: { role: string; driver: string } | undefined): string =>
  words.plainLabel(`Phase ${phaseId}${session === undefined ? '' : `: ${session.role} (${session.driver})`}`)

/** The changes of a file: each place with its lines before and after. */
const diffContent = (repo: string, { path, hunks = [] }: FileDiff): ToolCallContent[] =>
  hunks.map(({ lines }) => {
    const side = (other: string): string =>
      lines
        .filter((line) => !line.startsWith(other))
        .map((line) => line.slice(1))
        .join('\n')
    return { type: 'diff', path: join(repo, path), oldText: side('+'), newText: side('-') }
  })
