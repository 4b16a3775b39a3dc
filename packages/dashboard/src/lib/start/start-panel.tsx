import type { TrustLevel } from '@amelia/core'
import { type ReactNode, useMemo, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { BatchStepCanvas } from '../graph/batch-step-canvas.tsx'
import { useIsOffline } from '../part/offline.ts'
import type { StartChoices } from '@amelia/http/client'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { countOpen, describeEstimate, describeStart, noAgent } from './describe-start.ts'
import { PlanContents } from './plan-contents.tsx'
import { PlanIssues } from './plan-issues.tsx'
import { SkippedWork } from './skipped-work.tsx'
import { StartSettingsForm } from './start-settings-form.tsx'
import { stillStore } from './still-store.ts'
import type { Checked } from './use-checked-plan.ts'
import { useStartSettings } from './use-start-settings.ts'

interface StartPanelProps {
  source: Pick<DashboardSource, 'startRun'>
  checked: Checked
  /** Whether the check is of the text as it is now. */
  isCurrent: boolean
  /** Undefined until it is known. */
  canStart: boolean | undefined
  /** Undefined until they are known. */
  choices: StartChoices | undefined
  /** The id for the count of issues. */
  status: string
  /** Called with a line that a person wants to see. */
  onShow: (line: number) => void
  onStarted: (runId: string) => void
}

const unknown: StartChoices = { plans: [], agents: [], settings: {}, suggested: {}, fixed: [] }

/** The issues, graph and commands of a checked plan, the settings of its run, and the button to start it. */
export const StartPanel = (props: StartPanelProps): ReactNode => {
  const { source, checked, isCurrent, canStart, choices = unknown, status, onShow, onStarted } = props
  const isOffline = useIsOffline()
  const fields = useStartSettings(choices)
  const [start, setStart] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false })
  const { text, select, plan: result, error } = checked
  const plan = result?.plan
  const trust = (fields.valueOf('trust') || 'standard') as TrustLevel
  const batches = result?.batches
  const store = useMemo(
    () => (plan && batches ? stillStore(plan, { batches, trust }) : undefined),
    [plan, batches, trust],
  )
  if (!result)
    return (
      <p className="amelia-note" data-tone="bad" role="alert" id={status}>
        The plan cannot be checked: {describeError(error)}
      </p>
    )
  const { issues, needsAgent = [], skipped = [] } = result
  const isValid = plan !== undefined && issues.every(({ severity }) => severity !== 'error')
  const { startRun } = source
  const agent = fields.valueOf('agent') || (choices.agents.length > 0 ? noAgent : undefined)
  const withoutAgent = agent === noAgent ? needsAgent : []
  const begin = (): void => {
    if (!startRun || start.isBusy) return
    setStart({ isBusy: true })
    const options = {
      ...{ ...fields.chosen(), trust },
      ...(select !== undefined && { select }),
      // The button names what the person accepts.
      ...(skipped.length > 0 && { acceptSkipped: true }),
    }
    startRun.call(source, text, options).then(
      ({ runId }) => {
        setStart({ isBusy: false })
        onStarted(runId)
      },
      (reason: unknown) => setStart({ isBusy: false, error: reason }),
    )
  }
  const phases = plan ? countOpen(plan) : 0
  const estimate = describeEstimate(result, {
    phases: agent === noAgent ? 0 : needsAgent.length,
    earlier: choices.earlier,
  })
  return (
    <>
      <PlanIssues issues={issues} id={status} onShow={({ line }) => onShow(line)} />
      {plan && store && (
        <div className="amelia-preview-graph">
          <BatchStepCanvas
            key={batches?.map(({ phases: ids }) => ids.length).join()}
            store={store}
            leastScale={0.6}
            onOpen={(id) => {
              const line = plan.phases.find((phase) => phase.id === id)?.line
              if (line !== undefined) onShow(line)
            }}
          />
        </div>
      )}
      {plan && (
        <PlanContents {...{ plan, batches }} minutes={result.minutes} isFolded={store !== undefined} />
      )}
      {isValid && canStart && startRun && <StartSettingsForm {...{ choices, fields }} />}
      {isValid && (startRun === undefined || canStart === false) && (
        <p className="amelia-note">
          This dashboard may not start runs. To allow it, start it with <code>amelia ui --allow-start</code>.
        </p>
      )}
      {!isValid && <p className="amelia-muted">A plan with errors cannot start.</p>}
      {isValid && canStart && startRun && (
        <div className="amelia-start-bar">
          <p className="amelia-muted">
            {withoutAgent.length > 0
              ? `${withoutAgent.length === 1 ? `Phase ${withoutAgent[0]} needs` : `${withoutAgent.length} phases need`} an agent: choose one.`
              : `${estimate} It runs on the machine of the server.`}
          </p>
          <SkippedWork lines={skipped} />
          {start.error !== undefined && (
            <p className="amelia-note" data-tone="bad" role="alert">
              The run did not start: {describeError(start.error)}
            </p>
          )}
          <button
            type="button"
            className="amelia-button amelia-button-main"
            disabled={!isCurrent || isOffline || start.isBusy || withoutAgent.length > 0}
            onClick={begin}
          >
            {start.isBusy
              ? 'Starting…'
              : `${describeStart(phases, agent)}${skipped.length > 0 ? ' without them' : ''}`}
          </button>
        </div>
      )}
    </>
  )
}
