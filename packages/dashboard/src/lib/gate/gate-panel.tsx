import type { ControlCommand, GateAnswer, GateChoice, GateView, SendResult } from '@amelia/core'
import { showContent, words, needsConfirmation } from '@amelia/core/view'
import { type ReactNode, useId, useState } from 'react'
import { EvidenceView } from '../detail/evidence-view.tsx'
import { PhaseDiff } from '../detail/phase-diff.tsx'
import { describeError } from '../format/describe-error.ts'
import { visibleText } from '../format/visible-text.ts'
import { useDraft } from '../part/drafts.ts'
import { useIsOffline } from '../part/offline.ts'
import { StatusMark } from '../part/status-mark.tsx'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { usePhase, useRunPlan } from '../state/use-run-part.ts'
import { ConfirmAnswer } from './confirm-answer.tsx'
import { answerWord, choiceWord, gateWords, sentWord } from './gate-words.ts'
import { type AnswerParts, makeAnswer } from './make-answer.ts'

/** The properties of {@link GatePanel}. */
export interface GatePanelProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** Receives the answer, and has the diff. */
  source: Pick<DashboardSource, 'send' | 'readDiff'>
  /** The open gate. */
  gate: GateView
  /** The answer that the next process applies. Default: none. */
  saved?: GateAnswer | undefined
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
 * An open question of a run: its facts, evidence and diff, a text for the agent, and every choice with its
 * consequence. A choice that ends the run or discards work, or is about work of high risk, is confirmed.
 */
export const GatePanel = ({ store, gate, ...props }: GatePanelProps): ReactNode => {
  const { source, saved, canAnswer = true, onAnswered, onRefused, onOpen } = props
  const plan = useRunPlan(store)
  const [feedback, setFeedback] = useDraft(`answer:${store.runId}:${gate.id}`, '')
  const isOffline = useIsOffline()
  const [asked, setAsked] = useState<GateChoice>()
  const [sending, setSending] = useState<GateChoice>()
  const [problem, setProblem] = useState<string>()
  const id = useId()
  if (!plan) return null
  const isDone = (phaseId: string): boolean =>
    ['completed', 'external'].includes(store.view()?.phases.get(phaseId)?.status ?? '')
  const consequence = (choice: GateChoice): string =>
    words.describeConsequence(gate, choice, { plan, isDone })
  const send = async (parts: Omit<AnswerParts, 'feedback'>): Promise<void> => {
    const command = makeAnswer(gate.id, { ...parts, feedback })
    setAsked(undefined)
    setSending(parts.choice)
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
    if (words.needsText(choice) && feedback.trim() === '') {
      setProblem('Write what the agent should do first.')
      document.getElementById(`${id}-text`)?.focus()
      return
    }
    const asksAmount = choice === 'approve' && gate.blocker === 'budget_exceeded'
    if (asksAmount || needsConfirmation(gate, choice, plan)) setAsked(choice)
    else void send({ choice, scope: 'run' })
  }
  return (
    <section className="amelia-gate" aria-labelledby={`${id}-title`} data-gate={gate.id}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {visibleText(gate.question)}
      </h2>
      {saved && (
        <p className="amelia-note" role="status">
          Answered: {answerWord(gate, saved.choice)}. It applies when the run is resumed.
        </p>
      )}
      {saved ? null : canAnswer ? (
        <>
          <ul className="amelia-choices">
            {gate.choices.map((choice, index) => (
              <li key={choice}>
                <button
                  type="button"
                  className={`amelia-button ${tone(choice, index)}`}
                  disabled={sending !== undefined || isOffline}
                  aria-describedby={`${id}-${choice}`}
                  onClick={() => choose(choice)}
                >
                  {choiceWord(gate, choice)}
                </button>
                <span className="amelia-muted" id={`${id}-${choice}`}>
                  {consequence(choice)}
                </span>
              </li>
            ))}
          </ul>
          <label className="amelia-field">
            <span>Words for the agent{gate.choices.some(words.needsText) ? '' : ' (optional)'}</span>
            <textarea
              id={`${id}-text`}
              value={feedback}
              maxLength={20_000}
              onChange={(event) => setFeedback(event.target.value)}
            />
          </label>
        </>
      ) : (
        <p className="amelia-muted">You can read this run, and not answer.</p>
      )}
      {sending !== undefined && (
        <p className="amelia-note" role="status">
          {sentWord(sending)}
        </p>
      )}
      {problem !== undefined && (
        <p className="amelia-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <header className="amelia-gate-head">
        <StatusMark status="waiting" />
        <span className="amelia-chip amelia-chip-warn">{gateWords(gate)}</span>
        {gate.phaseIds.map((phaseId) => (
          <button
            key={phaseId}
            type="button"
            className="amelia-small-button"
            aria-label={`Open phase ${phaseId}`}
            onClick={() => onOpen?.(phaseId)}
          >
            {phaseId}
          </button>
        ))}
      </header>
      <Facts title={gate.kind === 'plan' ? 'The plan' : 'Facts'} lines={gate.details} />
      <Facts title="Suggestions" lines={gate.suggestions} />
      {gate.phaseIds.map((phaseId) => (
        <GateEvidence key={phaseId} store={store} source={source} phaseId={phaseId} />
      ))}
      {asked !== undefined && (
        <ConfirmAnswer
          gate={gate}
          choice={asked}
          consequence={consequence(asked)}
          onConfirm={(parts) => void send({ choice: asked, ...parts })}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

const tone = (choice: GateChoice, index: number): string => {
  if (choice === 'abort' || choice === 'abort-revert' || choice === 'reject') return 'amelia-button-bad'
  return index === 0 ? 'amelia-button-main' : ''
}

/** Lines of facts below a title; nothing if there are none. */
const Facts = ({ title, lines }: { title: string; lines: readonly string[] }): ReactNode =>
  lines.length === 0 ? null : (
    <div className="amelia-gate-facts">
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>{showContent(line).join('\n')}</li>
        ))}
      </ul>
    </div>
  )

/** The evidence and the diff of a phase, folded until a person opens them. */
const GateEvidence = ({
  store,
  source,
  phaseId,
}: Pick<GatePanelProps, 'store' | 'source'> & { phaseId: string }): ReactNode => {
  const phase = usePhase(store, phaseId)
  const [open, setOpen] = useState({ evidence: false, diff: false })
  return (
    <div className="amelia-gate-more">
      <details onToggle={({ currentTarget }) => setOpen((was) => ({ ...was, evidence: currentTarget.open }))}>
        <summary>Evidence of phase {phaseId}</summary>
        {open.evidence && phase && <EvidenceView phase={phase} />}
      </details>
      <details onToggle={({ currentTarget }) => setOpen((was) => ({ ...was, diff: currentTarget.open }))}>
        <summary>Changes of phase {phaseId}</summary>
        {open.diff && <PhaseDiff source={source} runId={store.runId} phaseId={phaseId} />}
      </details>
    </div>
  )
}
