import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import type { FileDiff } from '../source/phase-details.ts'
import { FileRows } from './file-rows.tsx'
import type { PlacedComment } from './review-comment.tsx'

const marks = { added: 'A', modified: 'M', deleted: 'D' } as const
const reasons = { binary: 'Binary file', 'too-large': 'Too large to show' } as const

/** The properties of {@link ChangedFile}. */
export interface ChangedFileProps {
  file: FileDiff
  isOpen: boolean
  /** The comments of reviewers about the file. Default: none. */
  comments?: readonly PlacedComment[] | undefined
  onToggle: (path: string) => void
}

/** A changed file: its name and its number of lines, and the lines while it is open. */
export const ChangedFile = ({ file, isOpen, comments, onToggle }: ChangedFileProps): ReactNode => {
  const { path, status, added, deleted, hunks, omitted } = file
  const head = (
    <>
      <FileMark status={status} />
      <span className="amelia-diff-path">{words.plainLabel(path)}</span>
      <span className="amelia-hidden">{status}</span>
      {omitted === undefined ? (
        <LineCount added={added} deleted={deleted} />
      ) : (
        <span className="amelia-muted">{reasons[omitted]}</span>
      )}
    </>
  )
  if (!hunks || hunks.length === 0)
    return (
      <div className="amelia-diff-file amelia-diff-head" data-path={path}>
        {head}
      </div>
    )
  return (
    <section className="amelia-diff-file" aria-label={path} data-path={path}>
      <button
        type="button"
        className="amelia-diff-head"
        aria-expanded={isOpen}
        onClick={() => onToggle(path)}
      >
        <span className="amelia-chevron" aria-hidden="true" />
        {head}
      </button>
      {isOpen && <FileRows {...{ path, hunks, comments }} />}
    </section>
  )
}

/** The letter of a change: added, modified or deleted. */
export const FileMark = ({ status }: Pick<FileDiff, 'status'>): ReactNode => (
  <span className="amelia-diff-status" data-status={status} aria-hidden="true">
    {marks[status]}
  </span>
)

/** The numbers of added and deleted lines. */
export const LineCount = ({ added, deleted }: Pick<FileDiff, 'added' | 'deleted'>): ReactNode => (
  <span className="amelia-diff-count">
    <span className="amelia-diff-added">
      +{added}
      <span className="amelia-hidden"> added</span>
    </span>{' '}
    <span className="amelia-diff-deleted">
      −{deleted}
      <span className="amelia-hidden"> deleted</span>
    </span>
  </span>
)
