import type { Phase, Plan, RunEvent } from '@amelia/core'
import sample from '../anywhere/plan.md'
import { listChanges } from './list-changes.ts'
import { makeZip } from './make-zip.ts'
import { beginWork, forgetWork, goOnWith, keptWork, parsePlan, type Work } from './run-plan.ts'

const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const planBox = byId<HTMLTextAreaElement>('plan')
const [start, again, download] = ['start', 'again', 'download'].map((id) => byId<HTMLButtonElement>(id)) as [
  HTMLButtonElement,
  HTMLButtonElement,
  HTMLButtonElement,
]
const [graph, events, commitBox, status] = ['graph', 'events', 'commit', 'status'].map((id) => byId(id)) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
  HTMLElement,
]

/** Each phase's commit and the one before it. */
const commits = new Map<string, { from: string; to: string }>()
let head = ''
let work: Work | undefined

/** An element with text, never markup: a plan and its files may hold anything. */
const make = (tag: string, text = '', className = ''): HTMLElement => {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = className
  return element
}

const layersOf = (plan: Plan): Phase[][] => {
  const depths = new Map<string, number>()
  const depthOf = (phase: Phase): number => {
    const known = depths.get(phase.id)
    if (known !== undefined) return known
    const before = plan.phases.filter(({ id }) => phase.dependsOn.includes(id))
    const depth = Math.max(-1, ...before.map(depthOf)) + 1
    depths.set(phase.id, depth)
    return depth
  }
  const layers: Phase[][] = []
  for (const phase of plan.phases) (layers[depthOf(phase)] ??= []).push(phase)
  return layers
}

const drawGraph = (plan: Plan): void => {
  graph.replaceChildren(
    ...layersOf(plan).map((layer) => {
      const column = make('li')
      for (const { id, title } of layer) {
        const button = make('button', '', 'phase') as HTMLButtonElement
        button.type = 'button'
        button.disabled = true
        button.dataset.phase = id
        button.append(make('b', title), make('small', `${id.toUpperCase()}, to be done`))
        button.onclick = () => void showCommit(id)
        column.append(button)
      }
      return column
    }),
  )
}

const buttonOf = (id: string): HTMLButtonElement | null =>
  graph.querySelector(`[data-phase="${CSS.escape(id)}"]`)

const mark = (id: string, state: string, words: string): void => {
  const button = buttonOf(id)
  if (button === null) return
  button.dataset.status = state
  button.disabled = state !== 'completed'
  button.querySelector('small')!.textContent = `${id.toUpperCase()}, ${words}`
}

const showCommit = async (id: string): Promise<void> => {
  const found = commits.get(id)
  if (found === undefined || work === undefined) return
  for (const button of graph.querySelectorAll('button'))
    button.ariaPressed = String(button.dataset.phase === id)
  const changes = await listChanges(work.host.git, found.from, found.to)
  const parts = changes.flatMap(({ path, status: what, lines }) => {
    const title = make('h3', `${path} `)
    title.append(make('span', what))
    const text = make('pre')
    const signs = { minus: '- ', plus: '+ ', both: '  ' }
    text.append(...lines.map((line) => make('span', signs[line.side] + line.text, line.side)))
    return [title, text]
  })
  commitBox.replaceChildren(
    make('p', `Phase ${id.toUpperCase()}, ${found.to.slice(0, 10)}`, 'hint'),
    ...parts,
  )
}

const hear = (event: RunEvent): void => {
  const line = make('li', event.type)
  line.append(make('span', event.phaseId?.toUpperCase() ?? ''))
  events.prepend(line)
  if (event.type === 'run_started') head = event.base
  if (event.type === 'phase_started') mark(event.phaseId, 'running', 'running')
  if (event.type === 'phase_waiting') mark(event.phaseId, 'waiting', 'asks a person')
  if (event.type === 'phase_failed') mark(event.phaseId, 'failed', 'failed')
  if (event.type === 'gate_opened') status.textContent = event.gate.question
  if (event.type !== 'phase_completed') return
  commits.set(event.phaseId, { from: head, to: event.commit })
  head = event.commit
  mark(event.phaseId, 'completed', event.commit.slice(0, 7))
  if (commits.size === 1) void showCommit(event.phaseId)
}

const watch = async (begun: Work): Promise<void> => {
  work = begun
  drawGraph(begun.plan)
  events.replaceChildren()
  commits.clear()
  start.disabled = true
  planBox.readOnly = true
  again.hidden = false
  status.textContent = 'Running. Load the page anew, if you like: the run goes on.'
  const ended = await begun.start(hear)
  download.hidden = commits.size === 0
  if (ended !== 'waiting') status.textContent = `The run has ended: ${ended}.`
}

/** What goes wrong is said where the run is. */
const attempt = async (task: () => Promise<void>): Promise<void> => {
  try {
    await task()
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error)
  }
}

const collect = async ({ host }: Work): Promise<{ path: string; bytes: Uint8Array }[]> => {
  const workspace = await host.git.openWorkspace({ runId: 'download', base: head })
  const below = async (folder: string): Promise<{ path: string; bytes: Uint8Array }[]> => {
    const names = await workspace.fs.readdir(folder || '/')
    const found = names.map(async (name) => {
      const path = `${folder}/${name}`
      if ((await workspace.fs.lstat(path)).isDirectory()) return below(path)
      return [{ path: path.slice(1), bytes: await workspace.fs.readFile(path) }]
    })
    return (await Promise.all(found)).flat()
  }
  const files = await below('')
  await host.git.closeWorkspace(workspace)
  return files
}

start.onclick = () => void attempt(async () => watch(await beginWork(planBox.value)))
again.onclick = () => {
  forgetWork()
  location.reload()
}
download.onclick = () =>
  void attempt(async () => {
    if (work === undefined) return
    const link = document.createElement('a')
    link.href = URL.createObjectURL(makeZip(await collect(work)))
    link.download = 'repository.zip'
    link.click()
    URL.revokeObjectURL(link.href)
  })

const kept = keptWork()
planBox.value = kept?.text ?? sample
planBox.oninput = () => void attempt(async () => drawGraph(parsePlan(planBox.value)))
void attempt(async () => {
  drawGraph(parsePlan(planBox.value))
  const begun = kept === null ? null : await goOnWith(kept)
  if (begun !== null) await watch(begun)
})
