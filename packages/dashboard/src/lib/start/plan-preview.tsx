import { type DragEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { useDraft } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { LoadError } from '../part/load-error.tsx'
import { useLoaded } from '../part/use-loaded.ts'
import type { StartChoices } from '@amelia/http/client'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { PlanEditor, type PlanEditorHandle } from './plan-editor.tsx'
import { PlanList } from './plan-list.tsx'
import { StartPanel } from './start-panel.tsx'
import { useCheckedPlan } from './use-checked-plan.ts'

/** The properties of {@link PlanPreview}. */
export interface PlanPreviewProps {
  /** Checks and starts the plan. */
  source: Pick<DashboardSource, 'checkPlan' | 'startRun' | 'readAccess' | 'readStart' | 'readPlan'>
  /** Called when a person has started a run. */
  onStarted: (runId: string) => void
}

/** A text that a file replaced. */
interface Replaced {
  text: string
  path: string | undefined
}

const nothing: StartChoices = { plans: [], agents: [], settings: {}, suggested: {}, fixed: [] }

/**
 * Starts a run: a plan of the repository, or one that is typed, pasted or dropped, is checked while it is
 * written, drawn, and started with the settings that the person chooses.
 */
export const PlanPreview = ({ source, onStarted }: PlanPreviewProps): ReactNode => {
  const editor = useRef<PlanEditorHandle>(null)
  const status = useId()
  const [text, setText] = useDraft('plan', '')
  const [path, setPath] = useDraft<string | undefined>('path', undefined)
  const [select, setSelect] = useDraft<string | undefined>('select', undefined)
  const [replaced, setReplaced] = useDraft<Replaced | undefined>('replaced', undefined)
  const [problem, setProblem] = useState<string>()
  const access = useLoaded(
    useCallback(() => source.readAccess(), [source]),
    'access',
  )
  const canStart = access.value?.canStart
  const choices = useLoaded(
    useCallback(
      async () => (canStart && source.readStart ? source.readStart() : nothing),
      [source, canStart],
    ),
    'choices',
  )
  const { checked, isCurrent, check } = useCheckedPlan(source, text, select)
  const open = (next: string, from: string | undefined): void => {
    setReplaced(text.trim() === '' || text === next || path !== undefined ? undefined : { text, path })
    setText(next)
    setPath(from)
    setSelect(undefined)
    setProblem(undefined)
  }
  const openListed = (from: string): void => {
    source
      .readPlan?.(from)
      .then((next) => open(next, from))
      .catch((error: unknown) => setProblem(`${from} cannot be opened: ${describeError(error)}`))
  }
  const openFile = async (file: File | undefined): Promise<void> => {
    if (file) open(await file.text(), file.name)
  }
  if (!source.checkPlan || access.value?.canCheck === false)
    return <EmptyState title="Plans cannot be checked here">Check one with: amelia check PLAN</EmptyState>
  const { plans } = choices.value ?? nothing
  const issues = isCurrent ? (checked?.plan?.issues ?? []) : []
  const sections = checked?.plan?.sections ?? []
  return (
    <div
      className="amelia-preview"
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        void openFile(event.dataTransfer.files[0])
      }}
    >
      <section className="amelia-preview-text" aria-label="Plan">
        {plans.length > 0 && <PlanList {...{ plans }} opened={path} onOpen={openListed} />}
        {problem !== undefined && (
          <p className="amelia-note" data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        <PlanEditor
          ref={editor}
          {...{ text, issues }}
          describedBy={status}
          onCheck={check}
          onChange={(next) => {
            setText(next)
            if (next.trim() === '') {
              setPath(undefined)
              setSelect(undefined)
            }
          }}
        />
        <div className="amelia-preview-actions">
          {replaced && (
            <button
              type="button"
              className="amelia-small-button"
              onClick={() => {
                setText(replaced.text)
                setPath(replaced.path)
                setReplaced(undefined)
              }}
            >
              Back to your text
            </button>
          )}
          {(sections.length > 0 || select !== undefined) && (
            <label className="amelia-preview-section">
              <span>Plan in this text</span>
              <select
                value={select ?? ''}
                onChange={({ target }) => setSelect(target.value === '' ? undefined : target.value)}
              >
                <option value="">All of it</option>
                {[...new Set([...sections, ...(select === undefined ? [] : [select])])].map((heading) => (
                  <option key={heading} value={heading}>
                    {heading}
                  </option>
                ))}
              </select>
            </label>
          )}
          <span className="amelia-spacer" />
          <label className="amelia-button amelia-upload">
            Open a file
            <input
              type="file"
              accept=".md,.markdown,.txt,.yaml,.yml,.json"
              onChange={({ target }) => {
                void openFile(target.files?.[0])
                target.value = ''
              }}
            />
          </label>
        </div>
      </section>
      <div className="amelia-preview-result" aria-busy={text.trim() !== '' && !isCurrent}>
        {access.error !== undefined && (
          <LoadError name="The list of your permissions" error={access.error} onRetry={access.reload} />
        )}
        {choices.error !== undefined && (
          <LoadError name="The list of plans and agents" error={choices.error} onRetry={choices.reload} />
        )}
        {checked === undefined || text.trim() === '' ? (
          <EmptyState title="No plan yet">
            <span id={status}>
              Its issues, its graph and its commands appear here while you write. Nothing starts before you
              press the button.
            </span>
          </EmptyState>
        ) : (
          <StartPanel
            {...{ source, checked, isCurrent, onStarted, canStart, status }}
            choices={choices.value}
            onShow={(line) => editor.current?.show(line)}
          />
        )}
      </div>
    </div>
  )
}
