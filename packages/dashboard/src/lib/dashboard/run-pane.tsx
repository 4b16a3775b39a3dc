import type { SendResult } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { PhasePanel } from '../panel/phase-panel.tsx'
import { describeError } from '../format/describe-error.ts'
import { CancelDialog, type CancelTarget } from '../gate/cancel-dialog.tsx'
import { GatePanel } from '../gate/gate-panel.tsx'
import { gateWords } from '../gate/gate-words.ts'
import { BatchStepCanvas } from '../graph/batch-step-canvas.tsx'
import { EventLog } from '../log/event-log.tsx'
import { StatusMark } from '../part/status-mark.tsx'
import { Tabs } from '../part/tabs.tsx'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { useLoaded } from '../part/use-loaded.ts'
import { useRuns } from '../runs/use-runs.ts'
import { useRun } from '../state/use-run.ts'
import { useRunReport } from '../state/use-run-part.ts'
import { useCondition } from '../state/read-condition.ts'
import { stillTimeOf } from '../state/still-time-of.ts'
import { StillTime } from '../state/use-now.ts'
import { Announcer } from './announcer.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { RunActions } from './run-actions.tsx'
import { RunHeader } from './run-header.tsx'
import { RunCost, RunTimeline } from './run-timeline.tsx'
import { useAnswersElsewhere } from './use-answers-elsewhere.ts'
import { useIsWide } from './use-is-wide.ts'
import { useResumedRun } from './use-resumed-run.ts'

/** The properties of {@link RunPane}. */
export interface RunPaneProps {
  /** Reads and controls the run. Keep the object: another one connects again. */
  source: DashboardSource
  /** The run. Another one needs another `key`. */
  runId: string
}

type Side = { kind: 'phase' | 'gate'; id: string } | { kind: 'closed' }

interface Notice {
  text: string
  tone?: 'bad'
}

const tabs = [
  { id: 'graph', label: 'Graph' },
  { id: 'timeline', label: 'Timeline' },
  { id: 'events', label: 'Events' },
  { id: 'cost', label: 'Cost' },
] as const

/**
 * A run with everything about it: its head, its questions, its views, and a panel for what is selected. Fills
 * the element around it.
 */
export const RunPane = ({ source, runId }: RunPaneProps): ReactNode => {
  const { runs, reload: listAgain } = useRuns(source)
  const listed = runs?.find((run) => run.runId === runId)
  const readAccess = useCallback(() => source.readAccess(), [source])
  const { value: access } = useLoaded(readAccess, '')
  const store = useRun({ source, runId })
  useResumedRun(store, listed)
  const report = useRunReport(store)
  const condition = useCondition(store)
  const isWide = useIsWide()
  const [tab, setTab] = useState<string>('graph')
  const [side, setSide] = useState<Side>()
  const [target, setTarget] = useState<CancelTarget>()
  const [notice, setNotice] = useState<Notice>()
  const answers = useAnswersElsewhere(store, source, setNotice)
  const canOperate = access !== undefined && access.access !== 'read'
  const gates = report?.gates ?? []
  const listedState = `${condition?.status} ${gates.length} ${report?.endedAt}`
  // The list of runs shows these too.
  useEffect(listAgain, [listAgain, listedState])
  // A new question opens by itself where there is room for it.
  const shown = side ?? (isWide && gates[0] ? { kind: 'gate', id: gates[0].id } : undefined)
  const gate = shown?.kind === 'gate' ? gates.find(({ id }) => id === shown.id) : undefined
  const openPhase = useCallback((id: string) => setSide({ kind: 'phase', id }), [])
  const close = useCallback(() => setSide({ kind: 'closed' }), [])
  const cancel = canOperate && report && report.endedAt === undefined ? setTarget : undefined
  const resume = async (): Promise<void> => {
    try {
      await source.resumeRun?.(runId)
      setNotice({ text: 'The run is resumed.' })
    } catch (error) {
      setNotice({ text: describeError(error), tone: 'bad' })
    }
  }
  const answered = ({ outcome, locked }: SendResult, gateId: string): void => {
    // The next question may be open already.
    setSide((open) => (open?.kind === 'gate' && open.id !== gateId ? open : undefined))
    if (outcome === 'taken') setNotice({ text: 'Your answer was taken.' })
    else if (outcome === 'repeated') setNotice({ text: 'The same answer was given before.' })
    else if (locked) setNotice({ text: 'Your answer was sent. The run has not reacted yet.' })
    else if (access?.canResume) void resume()
    else
      setNotice({ text: `Your answer is saved. It applies when the run is resumed: amelia resume ${runId}` })
  }
  const refused = (error: unknown): void => setNotice({ text: describeError(error), tone: 'bad' })
  return (
    <StillTime value={stillTimeOf(store.view(), condition)}>
      <div className="amelia-run-pane">
        <Announcer store={store} />
        <RunHeader
          store={store}
          actions={
            <RunActions
              {...{ source, runId, access, listed, report, condition }}
              onCancel={() => setTarget({})}
              onNotice={(next) => {
                setNotice(next)
                listAgain()
              }}
            />
          }
        />
        <ConnectionNote store={store} />
        {notice && (
          <div
            className="amelia-banner"
            data-tone={notice.tone}
            role={notice.tone === 'bad' ? 'alert' : 'status'}
          >
            <span>{notice.text}</span>
            <button type="button" className="amelia-small-button" onClick={() => setNotice(undefined)}>
              Dismiss
            </button>
          </div>
        )}
        {gates.length > 0 && (
          <nav className="amelia-questions" aria-label="Open questions">
            <strong>
              {gates.length} open {gates.length === 1 ? 'question' : 'questions'}
            </strong>
            <ul>
              {gates.map((each) => (
                <li key={each.id}>
                  <button
                    type="button"
                    className="amelia-question"
                    aria-pressed={gate?.id === each.id}
                    title={words.plainLabel(each.question)}
                    onClick={() => setSide({ kind: 'gate', id: each.id })}
                  >
                    <StatusMark status="waiting" />
                    <span>
                      {gateWords(each)}
                      {each.phaseIds.length > 0 && ` · ${each.phaseIds.join(', ')}`}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="amelia-body">
          <Tabs label="Views of the run" tabs={tabs} selected={tab} onSelect={setTab}>
            {tab === 'graph' && (
              <BatchStepCanvas
                store={store}
                selected={shown?.kind === 'phase' ? shown.id : undefined}
                onOpen={openPhase}
                onClose={close}
                onCancel={cancel}
              />
            )}
            {tab === 'timeline' && <RunTimeline store={store} onSelect={openPhase} />}
            {tab === 'events' && <EventLog store={store} onSelect={openPhase} />}
            {tab === 'cost' && <RunCost store={store} onSelect={openPhase} />}
          </Tabs>
          {shown?.kind === 'phase' && (
            <PhasePanel
              key={shown.id}
              {...{ store, source, canOperate }}
              phaseId={shown.id}
              onOpen={openPhase}
              onClose={close}
              onCancel={cancel}
            />
          )}
          {gate && (
            <aside className="amelia-panel" aria-label="Open question">
              <header className="amelia-panel-head amelia-panel-top">
                <strong>Your answer is needed</strong>
                <span className="amelia-spacer" />
                <button
                  type="button"
                  className="amelia-small-button"
                  aria-label="Close the panel"
                  onClick={close}
                >
                  ✕
                </button>
              </header>
              <GatePanel
                key={gate.id}
                {...{ store, gate }}
                source={answers}
                canAnswer={canOperate}
                onOpen={openPhase}
                onAnswered={(result) => answered(result, gate.id)}
                onRefused={refused}
              />
            </aside>
          )}
        </div>
        {target && (
          <CancelDialog
            {...{ source, runId, target }}
            onClose={(result) => {
              setTarget(undefined)
              if (result) setNotice({ text: 'The cancellation was sent.' })
            }}
          />
        )}
      </div>
    </StillTime>
  )
}
