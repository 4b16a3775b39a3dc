import type { ControlCommand, GateAnswer, GateChoice, GateView, PhaseReport, SendResult } from '@amelia/core'
import { showContent, words, needsConfirmation } from '@amelia/core/view'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LineCount } from '../detail/changed-file.tsx'
import { describeError } from '../format/describe-error.ts'
import { Chips } from '../part/chips.tsx'
import { useDraft } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { type Chip, listChips } from '../part/list-chips.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunPlan } from '../state/use-run-part.ts'
import { AnswerBar } from './answer-bar.tsx'
import { ConfirmAnswer } from './confirm-answer.tsx'
import { GateChanges } from './gate-changes.tsx'
import { gateTitle } from './gate-title.ts'
import { describeSaved, gateWords, isForNone, sentWord } from './gate-words.ts'
import { type AnswerParts, makeAnswer } from './make-answer.ts'
import { useGateKeys } from './use-gate-keys.ts'
import { usePickedPhases } from './use-picked-phases.ts'
import { mostPhases, type PhaseChanges, usePhaseDiffs } from './use-phase-diffs.ts'

/** The properties of {@link GatePanel}. */
export interface GatePanelProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** Receives the answer, and has the diff. */
  source: Pick<DashboardSource, 'send' | 'readDiff'>
  /** The open gate. */
  gate: GateView
  /** The answers that the next process applies. Default: none. */
  saved?: readonly GateAnswer[] | undefined
  /** Whether the person may answer. Default: true. */
  canAnswer?: boolean
  /** Called with the outcome. `kept`: the process of the run has ended, and the next one takes the answer. */
  onAnswered?: ((result: SendResult, command: ControlCommand) => void) | undefined
  /** Called when an answer is refused, for instance because somebody else was first. */
  onRefused?: ((error: unknown, command: ControlCommand) => void) | undefined
  /** Called when a person wants to see a phase. */
  onOpen?: ((phaseId: string) => void) | undefined
}

/**
 * An open question of a run: its figures, the files and the changes of all its phases, and always visible the
 * answers with their consequences. An answer that ends the run or discards work, or is about work of high
 * risk, is confirmed. Fills the element around it, and follows its width.
 */
export const GatePanel = ({ store, gate, ...props }: GatePanelProps): ReactNode => {
  const { source, saved = none, canAnswer = true, onAnswered, onRefused, onOpen } = props
  const plan = useRunPlan(store)
  const [feedback, setFeedback] = useDraft(`answer:${store.runId}:${gate.id}`, '')
  const [asked, setAsked] = useState<GateChoice>()
  const [sending, setSending] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  const { phaseIds } = gate
  const picked = usePickedPhases(store.runId, gate, saved)
  const { asked: open } = picked
  const asks = (choice: GateChoice): GateView => (words.takesPhases(choice) ? picked.gate : gate)
  // The same question is asked again for the phases that an answer left.
  useEffect(() => setSending(undefined), [phaseIds.length])
  const { value: changes } = usePhaseDiffs(source, store.runId, { phaseIds, revision: gate.id })
  const writeWords = (): void => panel.current?.querySelector('textarea')?.focus()
  const isDone = (phaseId: string): boolean =>
    ['completed', 'external'].includes(store.view()?.phases.get(phaseId)?.status ?? '')
  const consequence = (choice: GateChoice): string =>
    plan ? words.describeConsequence(asks(choice), choice, { plan, isDone }) : ''
  const send = async (parts: Omit<AnswerParts, 'feedback'>): Promise<void> => {
    const some = words.takesPhases(parts.choice) ? picked.phaseIds : undefined
    const command = makeAnswer(gate.id, { ...parts, feedback, phaseIds: some })
    setAsked(undefined)
    setSending(sentWord(parts.choice, some))
    setProblem(undefined)
    try {
      const result = await source.send(store.runId, command)
      setFeedback('')
      onAnswered?.(result, command)
      // An answer that was taken closes the question with the next change of the run.
      if (result.outcome === 'taken') return
    } catch (error) {
      setProblem(describeError(error))
      onRefused?.(error, command)
    }
    setSending(undefined)
  }
  const choose = (choice: GateChoice): void => {
    if (!plan || sending !== undefined) return
    if (isForNone(picked.count, choice)) return setProblem('Choose at least one phase first.')
    if (words.needsText(choice) && feedback.trim() === '') {
      setProblem('Write what the agent should do first.')
      return writeWords()
    }
    const asksAmount = choice === 'approve' && gate.blocker === 'budget_exceeded'
    if (asksAmount || needsConfirmation(asks(choice), choice, plan)) setAsked(choice)
    else void send({ choice, scope: 'run' })
  }
  const isAnswered = words.isAnsweredBy(gate, saved)
  const isOpen = canAnswer && !isAnswered
  useGateKeys(panel, {
    answer(isInWords) {
      const choice = isInWords && feedback.trim() !== '' ? gate.choices.find(words.needsText) : undefined
      if (isOpen) choose(choice ?? gate.choices[0]!)
    },
    write: writeWords,
  })
  if (!plan) return null
  const phases = phaseIds.flatMap((phaseId) => store.view()?.phases.get(phaseId) ?? [])
  const isCheckpoint = gate.kind === 'checkpoint'
  return (
    <section className="amelia-gate" aria-labelledby={`${id}-title`} data-gate={gate.id} ref={panel}>
      <header className="amelia-gate-head">
        <h2 id={`${id}-title`} tabIndex={-1}>
          {gateTitle(gate)}
        </h2>
        <p className="amelia-gate-figures">
          {!isCheckpoint && <span className="amelia-chip amelia-chip-warn">{gateWords(gate)}</span>}
          {phases.length > 0 && <Figures {...{ phases, changes }} />}
        </p>
      </header>
      {picked.given.length > 0 && (
        <p className="amelia-answers" role="status">
          Answered: {describeSaved(gate, picked.given)}. It applies when the run is resumed.
        </p>
      )}
      {isAnswered ? null : canAnswer ? (
        <AnswerBar
          {...{ gate, feedback, sending, problem, consequence }}
          count={picked.count}
          onFeedback={setFeedback}
          onChoose={choose}
        />
      ) : (
        <p className="amelia-answers amelia-muted">You can read this run, and not answer.</p>
      )}
      <div
        className="amelia-gate-body"
        role="region"
        aria-label="Facts and changes"
        tabIndex={0}
        data-files={phaseIds.length > 0 || undefined}
      >
        {!isCheckpoint && <Facts {...gate} />}
        {phaseIds.length > 0 &&
          (changes ? (
            <GateChanges
              {...{ changes, onOpen }}
              phaseOf={(phaseId) => store.view()?.phases.get(phaseId)}
              picking={isOpen && words.asksByPhase(open) ? picked : undefined}
            />
          ) : (
            <EmptyState title="Reading the changes…" />
          ))}
        {phaseIds.length > mostPhases && (
          <p className="amelia-muted">
            and {phaseIds.length - mostPhases} more phases: open them from the graph.
          </p>
        )}
        {isCheckpoint && (
          <details className="amelia-fold amelia-gate-rest">
            <summary>Facts and suggestions of the engine</summary>
            <Facts {...gate} />
          </details>
        )}
      </div>
      {asked !== undefined && (
        <ConfirmAnswer
          gate={asks(asked)}
          choice={asked}
          consequence={consequence(asked)}
          onConfirm={(parts) => void send({ choice: asked, ...parts })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

const none: readonly GateAnswer[] = []

interface FiguresProps {
  phases: readonly PhaseReport[]
  changes: readonly PhaseChanges[] | undefined
}

/** The figures of a question: phases, files, lines, checks, comments and cost. */
const Figures = ({ phases, changes }: FiguresProps): ReactNode => {
  const files = changes && new Set(changes.flatMap((each) => each.files.map(({ path }) => path))).size
  const sum = (key: 'added' | 'deleted'): number =>
    changes?.reduce((total, each) => total + each[key], 0) ?? 0
  const costs = phases.map(({ spent }) => spent?.usd ?? null)
  const usd = costs.some((cost) => cost === null)
    ? 0
    : costs.reduce<number>((all, cost) => all + (cost ?? 0), 0)
  const cost: Chip[] = usd > 0 ? [{ text: words.formatDollars(usd) }] : []
  const chips = listChips(phases)
  const unchecked: Chip[] = phases.every(({ checks }) => checks.length === 0)
    ? [{ text: 'no checks', tone: 'warn' }]
    : []
  return (
    <>
      <span className="amelia-gate-counts">
        {words.plural(phases.length, 'phase')}
        {files !== undefined && (
          <>
            , {words.plural(files, 'file')}, <LineCount added={sum('added')} deleted={sum('deleted')} />
          </>
        )}
      </span>
      <Chips chips={[...unchecked, ...chips, ...cost]} />
    </>
  )
}

/** The facts and the suggestions of a question. */
const Facts = ({
  kind,
  details,
  suggestions,
}: Pick<GateView, 'kind' | 'details' | 'suggestions'>): ReactNode => (
  <div className="amelia-gate-facts">
    <Lines title={kind === 'plan' ? 'The plan' : 'Facts'} lines={details} />
    <Lines title="Suggestions" lines={suggestions} />
  </div>
)

/** Lines of facts below a title; nothing if there are none. */
const Lines = ({ title, lines }: { title: string; lines: readonly string[] }): ReactNode =>
  lines.length === 0 ? null : (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{showContent(line).join('\n')}</li>
        ))}
      </ul>
    </>
  )
