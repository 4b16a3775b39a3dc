// Before everything else: isomorphic-git takes it from the page.
import '../../anywhere/provide-buffer.js'
import { AmeliaError, type RunStatus, type RunEvent } from '@amelia/core'
import { createAgentForm } from './agent-form.ts'
import { collectFiles } from './collect-files.ts'
import { findElement } from './find-element.ts'
import { type KeptWork, keptWork } from './kept-work.ts'
import { makeZip } from './make-zip.ts'
import { createPlanForm } from './plan-form.ts'
import { createRunView } from './run-view.ts'
import { type Answer, showQuestions } from './show-questions.ts'
import { beginWork, openWork, type Work } from './work.ts'

/** Whether there is a run, and what it does. `stopped` goes on at the press of a button, `waiting` with an answer. */
type Mode = 'editing' | 'running' | 'waiting' | 'stopped' | 'ended'

const button = (id: string): HTMLButtonElement => findElement(id, HTMLButtonElement)
const element = (id: string): HTMLElement => findElement(id, HTMLElement)
const [start, stop, again, download] = [button('start'), button('stop'), button('again'), button('download')]
const [status, questions] = [element('status'), element('questions')]
const asksOften = findElement('asks-often', HTMLInputElement)

const view = createRunView({
  graph: element('graph'),
  events: element('events'),
  detail: element('detail'),
  progress: findElement('progress', HTMLProgressElement),
  count: element('count'),
})
const agentForm = createAgentForm()
const planForm = createPlanForm((plan) => {
  if (mode !== 'editing') return
  if (plan === null) view.clear()
  else view.begin(plan)
})

let mode: Mode = 'editing'
let work: Work | undefined
/** The number of the last event that is shown. */
let seen = 0

const tell = (text: string, tone: 'calm' | 'good' | 'bad' | 'ask' = 'calm'): void => {
  status.textContent = text
  status.dataset['tone'] = tone
}

const setMode = (next: Mode): void => {
  mode = next
  document.body.dataset['mode'] = next
  start.hidden = next !== 'editing' && next !== 'stopped'
  start.textContent = next === 'stopped' ? 'Go on' : 'Run the plan'
  stop.hidden = next !== 'running'
  // What is to be done next stands out.
  download.classList.toggle('quiet', next !== 'ended')
  again.hidden = next === 'editing'
  planForm.open = next === 'editing'
  asksOften.disabled = next !== 'editing'
  agentForm.allow(next === 'editing' ? 'all' : next === 'running' ? 'nothing' : 'fields')
}

/** What goes wrong is said where the run is. */
const tellError = (error: unknown): void => {
  if (AmeliaError.is(error, 'DRIVER_MISSING')) {
    agentForm.choose(true)
    return tell(
      'This plan has work without commands: it needs an agent. Say which one, or pick another plan.',
      'bad',
    )
  }
  tell(error instanceof Error ? error.message : String(error), 'bad')
}
const attempt = (task: () => Promise<void> | void) => (): void => void (async () => task())().catch(tellError)

const ends: Record<RunStatus, [Mode, string, ('good' | 'bad' | 'ask')?]> = {
  completed: ['ended', 'Completed: each phase is a commit.', 'good'],
  partial: ['ended', 'Ended: something was skipped, the rest is done.', 'good'],
  aborted: ['ended', 'Ended, as you said.'],
  waiting: ['waiting', 'The run waits for your answer.', 'ask'],
  failed: ['stopped', 'A phase failed. Look at it; then go on, which tries it again, or begin again.', 'bad'],
  cancelled: ['stopped', 'Stopped. It goes on when you like.'],
  running: ['stopped', 'The run stands. It goes on when you like.'],
  draining: ['stopped', 'The run stands. It goes on when you like.'],
}

const settle = (ended: RunStatus): void => {
  const [next, text, tone] = ends[ended]
  setMode(next)
  const refused = work?.run.gates().some(({ blocker }) => blocker === 'auth')
  tell(
    refused ? 'The server of the agent refuses the key. Put the right one in, then choose Try again.' : text,
    tone,
  )
}

const hear = (event: RunEvent): void => {
  seen = event.seq
  view.hear(event)
  if (event.type === 'phase_completed') download.hidden = false
  if (event.type === 'gate_opened') tell('The run asks you something.', 'ask')
  if (event.type === 'gate_opened' || event.type === 'gate_resolved') ask()
}

const answer: Answer = async (gate, choice, feedback) => {
  const isUnderWay = mode === 'running' && work !== undefined
  const next = isUnderWay ? work : await reopen()
  await next?.run.answer(gate.id, choice, feedback === '' ? {} : { feedback })
  // The card with the button goes.
  status.focus()
  if (isUnderWay) ask()
  else if (next !== undefined) void follow(next)
}
const ask = (): void => showQuestions(questions, work?.run.gates() ?? [], answer)

/** The run once more, with the agent as it is in the form now. */
const reopen = async (): Promise<Work> => {
  const kept = keptWork.read()
  if (kept === null) throw new Error('This run was given up in another tab. Load the page anew.')
  if (agentForm.lacksKey(kept.agent)) {
    agentForm.askForKey()
    throw new Error('Put the key of the agent in first: the page has not kept it.')
  }
  const agent = agentForm.read()
  const found = await openWork(kept, agent)
  if (found === null) throw new Error('Nothing of this run is there any more. Begin again.')
  if (agent !== null)
    keptWork.write({
      ...kept,
      agent: { address: agent.address, model: agent.model, hasKey: agent.key !== '' },
    })
  return found
}

/** Runs it, until its end or until nothing moves. */
const follow = async (next: Work): Promise<void> => {
  look(next)
  setMode('running')
  tell('Running. Load the page anew, if you like: the run goes on.')
  try {
    const { status: ended } = await next.run.start()
    settle(ended)
  } catch (error) {
    setMode('stopped')
    tellError(error)
  }
  ask()
}

/** Shows how a run stands. */
const look = (next: Work): void => {
  work = next
  next.run.subscribe({ after: seen }, hear)
  next.run.on('session_progress', view.hearProgress)
  ask()
}

const begin = async (): Promise<void> => {
  const plan = planForm.read()
  const agent = agentForm.read()
  setMode('running')
  tell('Making a repository.')
  try {
    const begun = await beginWork({ plan, agent, asksOften: asksOften.checked })
    seen = 0
    view.begin(plan, begun.host.git)
    await follow(begun)
  } catch (error) {
    setMode('editing')
    throw error
  }
}

/** After the page was loaded anew: at once, or when the key is there that it has not kept. */
const goOn = async (kept: KeptWork): Promise<void> => {
  planForm.show(kept.text)
  agentForm.fill(kept.agent)
  setMode('stopped')
  const stands = await openWork(kept, null)
  if (stands === null) {
    keptWork.forget()
    return setMode('editing')
  }
  view.begin(stands.run.plan, stands.host.git)
  look(stands)
  const { status: ended } = stands.run.report()
  // Only what was under way goes on by itself: not what was stopped, has failed, or asks.
  if (ended !== 'running' && ended !== 'draining') return settle(ended)
  if (!agentForm.lacksKey(kept.agent)) return follow(await reopen())
  agentForm.askForKey()
  tell('The page has not kept the key of the agent. Put it in; then the run goes on where it was.', 'ask')
}

start.onclick = attempt(async () => (mode === 'stopped' ? follow(await reopen()) : begin()))
stop.onclick = () => work?.run.cancel()
again.onclick = () => {
  const isDone = download.hidden || mode === 'ended'
  if (!isDone && !confirm('The run and its commits are thrown away. Begin again?')) return
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
