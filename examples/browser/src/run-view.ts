import type { Failure, GitBackendV1, MarkedStatus, Plan, RunEvent } from '@amelia/core'
import { describeEvent, describeProgress, type SessionEvent } from './describe-event.ts'
import { drawGraph, type PhaseGraph } from './draw-graph.ts'
import { makeElement } from './make-element.ts'
import { showChanges } from './show-changes.ts'

/** Number of displayed events; older ones stay in the journal. */
const most = 500

interface Places {
  readonly graph: HTMLElement
  readonly events: HTMLElement
  readonly detail: HTMLElement
  readonly progress: HTMLProgressElement
  readonly count: HTMLElement
}

/** The graph of a plan, its progress, and the selected phase. */
export interface RunView {
  /** Displays another plan without progress. */
  begin(plan: Plan, git?: GitBackendV1): void
  /** Displays that no plan is available. */
  clear(): void
  hear(event: RunEvent): void
  hearProgress(event: SessionEvent): void
}

export const createRunView = ({ graph, events, detail, progress, count }: Places): RunView => {
  let plan: Plan | undefined
  let git: GitBackendV1 | undefined
  let cards: PhaseGraph | undefined
  /** Each phase's commit and the previous one. */
  let commits = new Map<string, { from: string; to: string }>()
  let failures = new Map<string, Failure>()
  let head = ''
  /** The selected phase, and whether the user selected it: otherwise the latest commit is displayed. */
  let shown = { id: '', chosen: false }

  const draw = async (id: string): Promise<void> => {
    const phase = plan?.phases.find((each) => each.id === id)
    if (phase === undefined) return
    shown = { ...shown, id }
    cards?.choose(id)
    const commit = commits.get(id)
    const failure = failures.get(id)
    const title = makeElement('h3', `${id.toUpperCase()} ${phase.title}`)
    if (commit !== undefined) title.append(makeElement('code', commit.to.slice(0, 10)))
    const parts: HTMLElement[] = [title]
    if (failure !== undefined) parts.push(makeElement('p', failure.message, 'failure'))
    if (failure?.output) parts.push(makeElement('pre', failure.output, 'output'))
    if (commit !== undefined && git !== undefined)
      parts.push(...(await showChanges(git, commit.from, commit.to)))
    else
      parts.push(
        makeElement('p', phase.subtasks.length === 0 ? phase.body : '', 'body'),
        listOf(phase.subtasks),
      )
    // The user may have selected another phase in the meantime.
    if (shown.id === id) detail.replaceChildren(...parts)
  }

  const show = (id: string): void => {
    draw(id).catch((error: unknown) => detail.replaceChildren(makeElement('p', String(error), 'failure')))
  }

  const choose = (id: string): void => {
    shown = { id, chosen: true }
    show(id)
  }

  const tally = (): void => {
    const total = plan?.phases.length ?? 0
    progress.max = Math.max(1, total)
    progress.value = commits.size
    progress.hidden = total === 0
    count.textContent = total === 0 ? '' : `${commits.size} of ${total} done`
  }

  const list = (event: RunEvent | SessionEvent): void => {
    const { name, phase, detail: text } = describeEvent(event)
    const line = makeElement('li', '', event.type.startsWith('session_') ? 'session' : '')
    line.append(makeElement('b', name), makeElement('i', phase))
    if (text !== '') line.append(makeElement('span', text))
    events.prepend(line)
    if (events.childElementCount > most) events.lastElementChild?.remove()
  }

  const complete = (id: string, commit: string): void => {
    commits.set(id, { from: head, to: commit })
    head = commit
    failures.delete(id)
    cards?.say(id, '')
    tally()
    if (!shown.chosen || shown.id === id) show(id)
  }

  return {
    begin(next, nextGit) {
      cards?.remove()
      plan = next
      git = nextGit
      cards = drawGraph(graph, next, choose)
      commits = new Map()
      failures = new Map()
      shown = { id: '', chosen: false }
      events.replaceChildren()
      detail.replaceChildren(
        makeElement('p', 'Choose a phase to see its description and, later, its changes.', 'hint'),
      )
      tally()
    },
    clear() {
      cards?.remove()
      plan = undefined
      graph.replaceChildren(makeElement('p', 'This plan cannot be run yet.', 'hint'))
      detail.replaceChildren()
      commits = new Map()
      tally()
    },
    hear(event) {
      list(event)
      if (event.type === 'run_started') head = event.base
      if (event.phaseId === undefined) return
      if (event.type === 'step_started') cards?.say(event.phaseId, event.description)
      if (event.type === 'phase_completed') complete(event.phaseId, event.commit)
      if ('failure' in event) failures.set(event.phaseId, event.failure)
      const state = stateOf(event)
      if (state !== undefined) cards?.mark(event.phaseId, ...state)
      if (event.type === 'phase_waiting' || event.type === 'phase_failed') {
        cards?.say(event.phaseId, '')
        if (shown.id === event.phaseId) show(event.phaseId)
      }
    },
    hearProgress(event) {
      const text = describeProgress(event)
      if (text === '') return
      list(event)
      cards?.say(event.phaseId, text)
    },
  }
}

const listOf = (subtasks: Plan['phases'][number]['subtasks']): HTMLElement => {
  const items = makeElement('ul', '', 'subtasks')
  for (const { title, steps, body } of subtasks) {
    const item = makeElement('li', title)
    const texts = steps.map((step) => step.command ?? step.filePath ?? step.description)
    if (texts.length > 0) item.append(...texts.map((text) => makeElement('code', text)))
    else if (body !== '') item.append(makeElement('span', body))
    items.append(item)
  }
  return items
}

/** Returns the status of a phase after an event. */
const stateOf = (event: RunEvent): [MarkedStatus, string] | undefined => {
  switch (event.type) {
    case 'phase_started':
    case 'phase_continued':
      return ['running', event.attempt > 1 ? `running, attempt ${event.attempt}` : 'running']
    case 'verification_started':
      return ['verifying', 'being checked']
    case 'phase_retry':
      return ['retrying', 'is tried again']
    case 'phase_delayed':
      return ['retrying', `waits ${Math.ceil(event.waitMs / 1000)} s`]
    case 'phase_paused':
      return ['pending', `waits ${Math.ceil(event.waitMs / 1000)} s`]
    case 'phase_waiting':
      return ['waiting', event.for === 'strategy' ? 'the strategy decides' : 'asks you']
    case 'phase_completed':
      return ['completed', 'done']
    case 'phase_failed':
      return ['failed', 'failed']
    case 'phase_blocked':
      return ['blocked', `cannot start: ${event.blockedBy.toUpperCase()} failed`]
    case 'phase_skipped':
      return ['skipped', 'skipped']
    case 'phase_cancelled':
      return ['cancelled', 'stopped']
    case 'phase_unskipped':
      return ['pending', 'to be done']
    default:
      return undefined
  }
}
