// First, because isomorphic-git uses it as a global.
import './buffer.js'
import { AmeliaError, type RunEvent, type RunStatus } from '@amelia/core'
import { createAgentForm } from './agent-form.ts'
import { collectFiles } from './collect-files.ts'
import { findElement } from './find-element.ts'
import { type KeptWork, keptWork } from './kept-work.ts'
import { makeZip } from './make-zip.ts'
import { pageSource } from './page-source.ts'
import { createPlanForm } from './plan-form.ts'
import { beginWork, openWork, type Work } from './work.ts'

/** The state of the run. `stopped` continues when the button is pressed, `waiting` after an answer. */
type Mode = 'editing' | 'running' | 'waiting' | 'stopped' | 'ended'

const button = (id: string): HTMLButtonElement => findElement(id, HTMLButtonElement)
const element = (id: string): HTMLElement => findElement(id, HTMLElement)
const [start, stop, again, download] = [button('start'), button('stop'), button('again'), button('download')]
const status = element('status')
const asksOften = findElement('asks-often', HTMLInputElement)

/** The components of the dashboard are in a separate script, so that the form appears without them. */
const loading = import('./run-view.ts').then(({ createRunView }) => createRunView(element('run')))
const agentForm = createAgentForm()
const planForm = createPlanForm((check) => {
  if (mode === 'editing') void loading.then((view) => view.showPlan(check))
})

let mode: Mode = 'editing'
let work: Work | undefined
/** The number of the last event that the page has received. */
let seen = 0

const tell = (text: string, tone: 'calm' | 'good' | 'bad' | 'ask' = 'calm'): void => {
  status.textContent = text
  status.dataset['tone'] = tone
}

const setMode = (next: Mode): void => {
  mode = next
  document.body.dataset['mode'] = next
  start.hidden = next !== 'editing' && next !== 'stopped'
  start.textContent = next === 'stopped' ? 'Continue' : 'Run the plan'
  stop.hidden = next !== 'running'
  // Emphasizes the next action.
  download.classList.toggle('quiet', next !== 'ended')
  again.hidden = next === 'editing'
  planForm.open = next === 'editing'
  asksOften.disabled = next !== 'editing'
  agentForm.allow(next === 'editing' ? 'all' : next === 'running' ? 'nothing' : 'fields')
}

/** Displays an error at the run's status. */
const tellError = (error: unknown): void => {
  if (AmeliaError.is(error, 'DRIVER_MISSING')) {
    agentForm.choose(true)
    return tell(
      'This plan has work without commands and needs an agent. Enter one, or choose another plan.',
      'bad',
    )
  }
  tell(error instanceof Error ? error.message : String(error), 'bad')
}
const attempt = (task: () => Promise<void> | void) => (): void => void (async () => task())().catch(tellError)

const ends: Record<RunStatus, [Mode, string, ('good' | 'bad' | 'ask')?]> = {
  completed: ['ended', 'Completed: each phase is a commit.', 'good'],
  partial: ['ended', 'Ended: something was skipped, and the rest is done.', 'good'],
  aborted: ['ended', 'Aborted.'],
  waiting: ['waiting', 'The run waits for your answer.', 'ask'],
  failed: ['stopped', 'A phase failed. Continue to retry it, or start again.', 'bad'],
  cancelled: ['stopped', 'Stopped. You can continue the run.'],
  running: ['stopped', 'The run is paused. You can continue it.'],
  draining: ['stopped', 'The run is paused. You can continue it.'],
}

const settle = (ended: RunStatus): void => {
  const [next, text, tone] = ends[ended]
  setMode(next)
  const refused = work?.run.gates().some(({ blocker }) => blocker === 'auth')
  tell(refused ? 'The server refuses the key. Enter the right key, then choose Retry.' : text, tone)
}

const hear = (event: RunEvent): void => {
  seen = event.seq
  if (event.type === 'phase_completed') download.hidden = false
  if (event.type === 'gate_opened') tell('The run has a question.', 'ask')
  if (event.type === 'gate_resolved' && mode === 'running')
    tell('Running. You can reload the page: the run continues.')
}

/** Opens the run again, with the agent that the form contains now. */
const reopen = async (): Promise<Work> => {
  const kept = keptWork.read()
  if (kept === null) throw new Error('This run was discarded in another tab. Reload the page.')
  if (agentForm.lacksKey(kept.agent)) {
    agentForm.askForKey()
    throw new Error('Enter the key of the agent first: the page does not store it.')
  }
  const agent = agentForm.read()
  const found = await openWork(kept, agent)
  if (found === null) throw new Error('This run no longer exists. Start again.')
  if (agent !== null)
    keptWork.write({
      ...kept,
      agent: { address: agent.address, model: agent.model, hasKey: agent.key !== '' },
    })
  return found
}

/** Runs until the end, or until the run makes no progress. */
const follow = async (next: Work): Promise<void> => {
  look(next)
  setMode('running')
  tell('Running. You can reload the page: the run continues.')
  try {
    const { status: ended } = await next.run.start()
    settle(ended)
  } catch (error) {
    setMode('stopped')
    tellError(error)
  }
}

/** Displays the state of a run. */
const look = (next: Work): void => {
  const isShown = work?.kept.database === next.kept.database
  work = next
  next.run.subscribe({ after: seen }, hear)
  // The view of a run follows it when it is resumed, and keeps what is open in it.
  if (isShown) return
  const source = pageSource(next.host, resume)
  void loading.then((view) => view.showRun(next.run.id, source))
}

/** Resumes the run after an answer, with the agent that the form contains now. */
const resume = async (): Promise<void> => {
  if (mode !== 'running') void follow(await reopen())
}

const begin = async (): Promise<void> => {
  const plan = planForm.read()
  const agent = agentForm.read()
  setMode('running')
  tell('Creating a repository.')
  try {
    const begun = await beginWork({ plan, agent, asksOften: asksOften.checked })
    seen = 0
    await follow(begun)
  } catch (error) {
    setMode('editing')
    throw error
  }
}

/** Continues after a reload: at once, or when the missing key has been entered. */
const goOn = async (kept: KeptWork): Promise<void> => {
  planForm.show(kept.text)
  agentForm.fill(kept.agent)
  setMode('stopped')
  const stands = await openWork(kept, null)
  if (stands === null) {
    keptWork.forget()
    return setMode('editing')
  }
  look(stands)
  const { status: ended } = stands.run.report()
  // Only a running run continues automatically, not a stopped, failed or waiting one.
  if (ended !== 'running' && ended !== 'draining') return settle(ended)
  if (!agentForm.lacksKey(kept.agent)) return follow(await reopen())
  agentForm.askForKey()
  tell('The page does not store the key of the agent. Enter it to continue the run.', 'ask')
}

start.onclick = attempt(async () => (mode === 'stopped' ? follow(await reopen()) : begin()))
stop.onclick = () => work?.run.cancel()
again.onclick = () => {
  const isDone = download.hidden || mode === 'ended'
  if (!isDone && !confirm('This deletes the run and its commits. Start again?')) return
  keptWork.forget()
  location.reload()
}
download.onclick = attempt(async () => {
  if (work === undefined) return
  const files = await collectFiles(work)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(makeZip('repository', files))
  link.download = 'repository.zip'
  link.click()
  URL.revokeObjectURL(link.href)
})

keptWork.clearUp()
const kept = keptWork.read()
setMode('editing')
if (kept === null) planForm.show(planForm.draft())
else attempt(() => goOn(kept))()
