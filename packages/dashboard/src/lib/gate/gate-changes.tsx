import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { ChangedFile, FileMark, LineCount } from '../detail/changed-file.tsx'
import { EvidenceView } from '../detail/evidence-view.tsx'
import { firstOpen } from '../detail/order-files.ts'
import { scrollTo } from '../part/scroll-to.ts'
import { describeError } from '../format/describe-error.ts'
import { Chips } from '../part/chips.tsx'
import { listChips } from '../part/list-chips.ts'
import { StatusMark } from '../part/status-mark.tsx'
import { useRowKeys } from '../part/use-row-keys.ts'
import type { PhaseChanges } from './use-phase-diffs.ts'
import type { Picking } from './use-picked-phases.ts'

/** The properties of {@link GateChanges}. */
export interface GateChangesProps {
  changes: readonly PhaseChanges[]
  /** The phase of an id. */
  phaseOf(phaseId: string): PhaseReport | undefined
  onOpen?: ((phaseId: string) => void) | undefined
  /** The choice of phases for the next answer. Default: phases cannot be chosen. */
  picking?: Pick<Picking, 'isPicked' | 'canPick' | 'toggle'> | undefined
}

const keyOf = (phaseId: string, path: string): string => `${phaseId}\n${path}`

/** The changed files of the phases of a question: a list of all of them, and beside it their lines. */
export const GateChanges = ({ changes, phaseOf, onOpen, picking }: GateChangesProps): ReactNode => {
  const first = useMemo(() => openFirst(changes), [changes])
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const [selected, setSelected] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const open = chosen ?? first
  const rows = changes.flatMap(({ phaseId, files }) => files.map((file) => ({ phaseId, file })))
  const keys = useRowKeys({
    ...{ list, control: '.amelia-file', count: rows.length, shown: rows.map((_, index) => index) },
    show: (index) => scrollTo(list.current?.querySelector(`[data-index="${index}"]`), 'nearest'),
  })
  const toggle = (key: string): void => {
    const after = new Set(open)
    if (!after.delete(key)) after.add(key)
    setChosen(after)
  }
  const show = (phaseId: string, path: string): void => {
    setChosen(new Set([...open, keyOf(phaseId, path)]))
    setSelected(keyOf(phaseId, path))
    const place = `[data-group="${CSS.escape(phaseId)}"] [data-path="${CSS.escape(path)}"]`
    requestAnimationFrame(() => scrollTo(view.current?.querySelector(place), 'start'))
  }
  let index = 0
  return (
    <>
      <nav
        className="amelia-files"
        aria-label="Changed files"
        ref={list}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        {changes.map(({ phaseId, files, error }) => (
          <section key={phaseId} aria-label={`Files of phase ${phaseId}`}>
            <h3>
              {picking && (
                <input
                  type="checkbox"
                  aria-label={`Answer for phase ${words.plainLabel(phaseId)}`}
                  checked={picking.isPicked(phaseId)}
                  disabled={!picking.canPick(phaseId)}
                  onChange={() => picking.toggle(phaseId)}
                />
              )}
              <span className="amelia-card-id">{words.plainLabel(phaseId)}</span>{' '}
              {words.plainLabel(phaseOf(phaseId)?.title ?? '')}
            </h3>
            <ul>
              {files.map((file) => {
                const at = index++
                const key = keyOf(phaseId, file.path)
                return (
                  <li key={file.path} data-index={at}>
                    <FileButton
                      file={file}
                      isCurrent={selected === key}
                      isReached={at === keys.active}
                      onShow={() => show(phaseId, file.path)}
                    />
                  </li>
                )
              })}
            </ul>
            {files.length === 0 && (
              <p className="amelia-muted">{error === undefined ? 'No files' : 'Unknown'}</p>
            )}
          </section>
        ))}
      </nav>
      <div className="amelia-changes" ref={view}>
        {changes.map((each) => (
          <PhaseGroup
            key={each.phaseId}
            {...{ changes: each, open, toggle, onOpen }}
            phase={phaseOf(each.phaseId)}
          />
        ))}
      </div>
    </>
  )
}

/** Opens the first files of all phases, until they have many lines. */
const openFirst = (changes: readonly PhaseChanges[]): ReadonlySet<string> => {
  const all = changes.flatMap(({ phaseId, files }) =>
    files.map((file) => ({ ...file, path: keyOf(phaseId, file.path) })),
  )
  return new Set(firstOpen(all))
}

interface FileButtonProps {
  file: PhaseChanges['files'][number]
  isCurrent: boolean
  isReached: boolean
  onShow(): void
}

const FileButton = ({ file, isCurrent, isReached, onShow }: FileButtonProps): ReactNode => {
  const path = words.plainLabel(file.path)
  const cut = path.lastIndexOf('/') + 1
  return (
    <button
      type="button"
      className="amelia-file"
      aria-current={isCurrent || undefined}
      tabIndex={isReached ? 0 : -1}
      title={path}
      onClick={onShow}
    >
      <FileMark status={file.status} />
      <span className="amelia-file-path">
        {cut > 0 && <span className="amelia-file-folder">{path.slice(0, cut)}</span>}
        <span className="amelia-file-name">{path.slice(cut)}</span>
      </span>
      <LineCount {...file} />
    </button>
  )
}

interface PhaseGroupProps {
  changes: PhaseChanges
  phase: PhaseReport | undefined
  open: ReadonlySet<string>
  toggle(key: string): void
  onOpen?: ((phaseId: string) => void) | undefined
}

/** A phase with its checks and its changed files. */
const PhaseGroup = ({ changes, phase, open, toggle, onOpen }: PhaseGroupProps): ReactNode => {
  const { phaseId, files, own, error } = changes
  const comments = phase?.review?.comments ?? []
  const [showsEvidence, setShowsEvidence] = useState(false)
  return (
    <section className="amelia-change-group" data-group={phaseId}>
      <header>
        <StatusMark status={words.shownStatus(phase)} />
        <h3>
          <span className="amelia-card-id">{words.plainLabel(phaseId)}</span>{' '}
          {words.plainLabel(phase?.title ?? '')}
        </h3>
        <Chips chips={phase ? listChips([phase]) : []} />
        <span className="amelia-spacer" />
        {onOpen && (
          <button
            type="button"
            className="amelia-small-button"
            aria-label={`Open phase ${phaseId}`}
            onClick={() => onOpen(phaseId)}
          >
            Open phase
          </button>
        )}
      </header>
      {error !== undefined && (
        <p className="amelia-note" data-tone="bad">
          The diff cannot be read. {describeError(error)}
        </p>
      )}
      {files.length === 0 && error === undefined && (
        <p className="amelia-muted">This phase has changed no files.</p>
      )}
      {files.map((file) => (
        <ChangedFile
          key={file.path}
          file={file}
          isOpen={open.has(keyOf(phaseId, file.path))}
          comments={comments.filter((comment) => comment.file === file.path)}
          onToggle={(path) => toggle(keyOf(phaseId, path))}
        />
      ))}
      {own.length > 0 && (
        <p className="amelia-muted">
          and {own.length === 1 ? 'a file' : `${own.length} files`} that the run writes about itself
        </p>
      )}
      {phase && (
        <details
          className="amelia-fold"
          onToggle={({ currentTarget }) => setShowsEvidence(currentTarget.open)}
        >
          <summary>Checks and reviews of phase {words.plainLabel(phaseId)}</summary>
          {showsEvidence && <EvidenceView phase={phase} />}
        </details>
      )}
    </section>
  )
}
