import type { ControlCommand, RunEvent, SendResult } from '@amelia/core'
import { type ReactNode, useEffect, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { CancelDialog, type CancelTarget } from '../gate/cancel-dialog.tsx'
import { countOpen } from '../gate/count-open.ts'
import { sentWord } from '../gate/gate-words.ts'
import { DraftsContext, useDrafts } from '../part/drafts.ts'
import { Offline } from '../part/offline.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { useRuns } from '../runs/use-runs.ts'
import { hasProcess } from '../state/has-process.ts'
import { useRun } from '../state/use-run.ts'
import { useConnection, useRunReport } from '../state/use-run-part.ts'
import { useCondition } from '../state/read-condition.ts'
import { stillTimeOf } from '../state/still-time-of.ts'
import { StillTime } from '../state/use-now.ts'
import { Announcer } from './announcer.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { MissingRun } from './missing-run.tsx'
import { QuestionBar } from './question-bar.tsx'
import { RunActions } from './run-actions.tsx'
import type { DashboardPlace } from './dashboard-place.ts'
import { RunBody } from './run-body.tsx'
import { useRunPlace } from './use-run-place.ts'
import { RunHeader } from './run-header.tsx'
import { settleCancel } from './settle-cancel.ts'
import { StoppedBar } from './stopped-bar.tsx'
import { markOf, type TitleMark, titleOf } from './title-of.ts'
import { useAccess } from './use-access.ts'
import { useAnswersElsewhere } from './use-answers-elsewhere.ts'
import { useFollowedFacts } from './use-followed-facts.ts'
import { type TrackCommand, useNotice } from './use-notice.ts'
import { useResumedRun } from './use-resumed-run.ts'
import { useSavedAnswers } from './use-saved-answers.ts'

/** The properties of {@link RunPane}. */
export interface RunPaneProps {
  /** Reads and controls the run. Keep the object: another one connects again. */
  source: DashboardSource
  /** The run. Another one needs another `key`. */
  runId: string
  /** Called with a title for the page: the open questions, the state and the name of the run. */
  onTitle?: ((title: string, mark?: TitleMark) => void) | undefined
  /** The view and the phase to show. Another object is shown at once. */
  place?: DashboardPlace | undefined
  /** Called when a person goes to another view or phase. `isStep`: it is worth a step in the history. */
  onPlace?: ((place: DashboardPlace, isStep: boolean) => void) | undefined
}

/**
 * A run with everything about it: its head, its questions, its views, and a panel for what is selected. Fills
 * the element around it.
 */
export const RunPane = ({ source, runId, onTitle, place, onPlace }: RunPaneProps): ReactNode => {
  const drafts = useDrafts()
  const { listed: runs, reload: listAgain } = useRuns(source)
  const listed = runs?.find((run) => run.runId === runId)
  const { value: access } = useAccess(source)
  const store = useRun({ source, runId })
  useResumedRun(store, listed)
  const connection = useConnection(store)
  const report = useRunReport(store)
  const condition = useCondition(store)
  const saved = useSavedAnswers(store, source)
  useFollowedFacts(store, source, saved.length)
  const { shown: side, setShown: setSide, tab, setTab } = useRunPlace(runId, place, onPlace)
  const [target, setTarget] = useState<CancelTarget>()
  const [notice, setNotice] = useNotice(store)
  const answers = useAnswersElsewhere(store, source, setNotice)
  const canOperate = access !== undefined && access.access !== 'read'
  const isOffline = connection.state === 'reconnecting' || connection.state === 'failed'
  const gates = report?.gates ?? []
  const listedState = `${condition?.status} ${gates.length} ${report?.endedAt}`
  // The list of runs shows these too.
  useEffect(listAgain, [listAgain, listedState, isOffline])
  const title = titleOf(store.view()?.plan.title || report?.goal, condition, countOpen(gates, saved))
  const mark = markOf(condition, countOpen(gates, saved))
  useEffect(() => onTitle?.(title, mark), [onTitle, title, mark])
  // A question opens by itself until a person has chosen something else.
  const shown = side ?? (gates[0] ? { kind: 'gate', id: gates[0].id } : undefined)
  const gate = shown?.kind === 'gate' ? gates.find(({ id }) => id === shown.id) : undefined
  const isOwned = hasProcess(store.view())
  const cancel = canOperate && isOwned && !isOffline ? setTarget : undefined
  const track: TrackCommand = async (text, settle, action) => {
    const after = store.events().at(-1)?.seq ?? 0
    setNotice({ text })
    try {
      const result = await action()
      setNotice(typeof result === 'string' ? { text: result } : { text, settle, after })
    } catch (error) {
      setNotice({ text: describeError(error), tone: 'bad' })
    }
    listAgain()
  }
  const resume =
    access?.canResume && source.resumeRun && (listed?.canGoOn ?? condition?.state !== 'ended')
      ? () =>
          track('Resuming. The engine has not started yet.', settleResume, () => source.resumeRun?.(runId))
      : undefined
  const resumeButton = resume && (
    <button
      type="button"
      className="amelia-button amelia-button-main"
      disabled={isOffline}
      onClick={() => void resume()}
    >
      Resume
    </button>
  )
  const canResumeHere =
    condition?.state === 'ended' &&
    saved.length === 0 &&
    (gates.length === 0 || condition.status === 'cancelled')
  const answered = ({ outcome, locked }: SendResult, command: ControlCommand, gateId: string): void => {
    // The next question may be open already.
    if (side?.kind === 'gate' && side.id === gateId) setSide(undefined)
    listAgain()
    if (outcome === 'taken' && command.type === 'answer')
      setNotice({ text: sentWord(command.choice, command.phaseIds) })
    else if (outcome === 'repeated') setNotice({ text: 'The same answer was given before.' })
    else if (locked) setNotice({ text: 'Your answer was sent. The run has not reacted yet.' })
    else if (resume) void resume()
    else
      setNotice({ text: `Your answer is saved. It applies when the run is resumed: amelia resume ${runId}` })
  }
  const refused = (error: unknown): void => setNotice({ text: describeError(error), tone: 'bad' })
  if (!report && connection.state === 'failed')
    return <MissingRun runId={runId} error={connection.error} onRetry={store.retry} />
  // A watch waits for a run that does not exist yet.
  if (!report && runs && (!listed || listed.status === 'not_started')) return <MissingRun runId={runId} />
  return (
    <DraftsContext value={drafts}>
      <Offline value={isOffline}>
        <StillTime value={stillTimeOf(store.view(), condition, store.lostAt())}>
          <div className="amelia-run-pane" data-offline={isOffline || undefined}>
            <Announcer store={store} />
            <RunHeader
              store={store}
              onOpen={(id) => setSide({ kind: 'phase', id })}
              actions={
                <RunActions
                  {...{ source, runId, access, report, condition, isOwned, track }}
                  phases={store.view()?.phases}
                  // An answer resumes a run with questions. The bars below have their own button.
                  resume={canResumeHere && resumeButton}
                  onCancel={() => setTarget({})}
                />
              }
            />
            <ConnectionNote store={store} />
            <StoppedBar store={store} action={canOperate && resumeButton} />
            {notice && (
              <div
                className="amelia-toast"
                data-tone={notice.tone}
                role={notice.tone === 'bad' ? 'alert' : 'status'}
              >
                <span>{notice.text}</span>
                <button type="button" className="amelia-small-button" onClick={() => setNotice(undefined)}>
                  Dismiss
                </button>
              </div>
            )}
            {(!gate || gates.length > 1 || saved.length > 0) && (
              <QuestionBar
                {...{ gates, saved }}
                selected={gate?.id}
                onSelect={(id) => setSide({ kind: 'gate', id, byPerson: true })}
                action={canOperate && !isOwned && condition?.state !== 'interrupted' && resumeButton}
              />
            )}
            <RunBody
              {...{ store, source, answers, gates, saved, shown, canOperate, tab, setTab }}
              onShow={setSide}
              onCancel={cancel}
              onAnswered={answered}
              onRefused={refused}
            />
            {target && (
              <CancelDialog
                {...{ source, runId, target }}
                onClose={(result) => {
                  setTarget(undefined)
                  if (result)
                    setNotice({
                      text: 'The cancellation was sent. The engine has not reacted yet.',
                      settle: settleCancel(target),
                    })
                }}
              />
            )}
          </div>
        </StillTime>
      </Offline>
    </DraftsContext>
  )
}

/** Returns the message after the event that shows the resume of a run. */
const settleResume = ({ type }: RunEvent): string | undefined =>
  type === 'run_resumed' ? 'The engine runs again.' : undefined
