import type { PlanIssue, TrustLevel } from '@amelia/core'
import { type DragEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { useDraft } from '../part/drafts.ts'
import { useIsOffline } from '../part/offline.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { LoadError } from '../part/load-error.tsx'
import { useLoaded } from '../part/use-loaded.ts'
import type { CheckedPlan, DashboardSource } from '../source/dashboard-source.ts'
import { ConfirmStart } from './confirm-start.tsx'
import { lineRange } from './line-range.ts'
import { PlanContents } from './plan-contents.tsx'
import { PlanIssues } from './plan-issues.tsx'
import { TrustLevelSelector } from './trust-level-selector.tsx'

/** The properties of {@link PlanPreview}. */
export interface PlanPreviewProps {
  /** Checks and starts the plan. */
  source: Pick<DashboardSource, 'checkPlan' | 'startRun' | 'readAccess'>
  /** Called when a person has started a run. */
  onStarted: (runId: string) => void
}

/** The result of a check. It belongs to the text that was checked. */
interface Checked {
  text: string
  plan?: CheckedPlan
  error?: unknown
}

/** Checks the text of a plan, previews it, and starts it after a confirmation. */
export const PlanPreview = ({ source, onStarted }: PlanPreviewProps): ReactNode => {
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef('')
  const id = useId()
  const [text, setText] = useDraft('plan', '')
  const [checked, setChecked] = useDraft<Checked | undefined>('checked', undefined)
  const isOffline = useIsOffline()
  const [isChecking, setIsChecking] = useState(false)
  const access = useLoaded(
    useCallback(() => source.readAccess(), [source]),
    'access',
  )
  const check = async (from: string): Promise<void> => {
    if (!source.checkPlan || from.trim() === '') return
    latest.current = from
    setIsChecking(true)
    const result: Checked = await source.checkPlan(from).then(
      (plan) => ({ text: from, plan }),
      (error: unknown) => ({ text: from, error }),
    )
    // A later check has replaced this one.
    if (latest.current !== from) return
    setChecked(result)
    setIsChecking(false)
  }
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const content = await file.text()
    setText(content)
    await check(content)
  }
  const show = ({ line }: PlanIssue): void => {
    const { current } = field
    if (!current) return
    const { from, to } = lineRange(text, line)
    current.focus()
    current.setSelectionRange(from, to)
    const height = Number.parseFloat(getComputedStyle(current).lineHeight) || 18
    current.scrollTop = Math.max(0, (line - 3) * height)
  }
  if (!source.checkPlan || access.value?.canCheck === false)
    return <EmptyState title="Plans cannot be checked here">Check one with: amelia check PLAN</EmptyState>
  const isStale = checked !== undefined && checked.text !== text
  return (
    <div className="amelia-preview">
      <form
        className="amelia-preview-text"
        onSubmit={(event) => {
          event.preventDefault()
          void check(text)
        }}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          void open(event.dataTransfer.files[0])
        }}
      >
        <label htmlFor={id}>Plan</label>
        <textarea
          id={id}
          ref={field}
          value={text}
          spellCheck={false}
          placeholder="Paste a plan, or drop a file here"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void check(text)
          }}
        />
        <div className="amelia-preview-actions">
          <label className="amelia-button amelia-file">
            Open a file
            <input
              type="file"
              accept=".md,.markdown,.txt,.yaml,.yml,.json"
              onChange={({ target }) => {
                void open(target.files?.[0])
                target.value = ''
              }}
            />
          </label>
          <button
            type="submit"
            className={`amelia-button${checked === undefined || isStale ? ' amelia-button-main' : ''}`}
            disabled={text.trim() === '' || isChecking || isOffline}
          >
            {isChecking ? 'Checking…' : 'Check the plan'}
          </button>
        </div>
      </form>
      <div className="amelia-preview-result" aria-busy={isChecking}>
        {access.error !== undefined && (
          <LoadError name="The list of your permissions" error={access.error} onRetry={access.reload} />
        )}
        {checked === undefined ? (
          <EmptyState title="No plan yet">
            Its issues, its phases and the commands that it runs appear here. Nothing starts before you
            confirm it.
          </EmptyState>
        ) : (
          <Result
            {...{ checked, isStale, source, onStarted }}
            canStart={access.value?.canStart}
            onShow={show}
          />
        )}
      </div>
    </div>
  )
}

interface ResultProps extends PlanPreviewProps {
  checked: Checked
  isStale: boolean
  /** Undefined until it is known. */
  canStart: boolean | undefined
  onShow: (issue: PlanIssue) => void
}

const Result = ({ checked, isStale, source, onStarted, canStart, onShow }: ResultProps): ReactNode => {
  const [trust, setTrust] = useDraft<TrustLevel>('trust', 'standard')
  const isOffline = useIsOffline()
  const [isAsking, setIsAsking] = useState(false)
  const { text, plan: result, error } = checked
  if (!result)
    return (
      <p className="amelia-note" data-tone="bad" role="alert">
        The plan cannot be checked: {describeError(error)}
      </p>
    )
  const { issues, plan, batches, minutes } = result
  const isValid = plan !== undefined && issues.every(({ severity }) => severity !== 'error')
  const { startRun } = source
  const mayStart = startRun !== undefined && canStart === true
  return (
    <>
      {isStale && (
        <p className="amelia-note" data-tone="warn">
          The text has changed since this check. Check it again.
        </p>
      )}
      <PlanIssues issues={issues} onShow={onShow} />
      {plan && <PlanContents {...{ plan, batches, minutes }} />}
      {isValid && mayStart && (
        <div className="amelia-start">
          <TrustLevelSelector value={trust} onChange={setTrust} />
          <button
            type="button"
            className="amelia-button amelia-button-main"
            disabled={isStale || isOffline}
            onClick={() => setIsAsking(true)}
          >
            Start…
          </button>
        </div>
      )}
      {isValid && (startRun === undefined || canStart === false) && (
        <p className="amelia-note">
          This dashboard may not start runs. To allow it, start it with <code>amelia ui --allow-start</code>.
        </p>
      )}
      {!isValid && <p className="amelia-muted">A plan with errors cannot start.</p>}
      {isAsking && plan && startRun && (
        <ConfirmStart
          {...{ plan, trust }}
          onCancel={() => setIsAsking(false)}
          onStart={async () => {
            const { runId } = await startRun.call(source, text, { trust })
            setIsAsking(false)
            onStarted(runId)
          }}
        />
      )}
    </>
  )
}
