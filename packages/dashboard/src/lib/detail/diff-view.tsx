import { words } from '@amelia/core/view'
import { type ReactNode, useMemo, useState } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import type { FileDiff } from '../source/phase-details.ts'
import { ChangedFile, LineCount } from './changed-file.tsx'
import { firstOpen, orderFiles } from './order-files.ts'

/** The properties of {@link DiffView}. */
export interface DiffViewProps {
  /** The changed files. */
  files: readonly FileDiff[]
}

const mostFiles = 300

/** The changed files with their lines. Each file can be closed; a long diff begins with closed files. */
export const DiffView = ({ files }: DiffViewProps): ReactNode => {
  const ordered = useMemo(() => orderFiles(files), [files])
  const [open, setOpen] = useState<ReadonlySet<string>>()
  const [search, setSearch] = useState('')
  const isOpen = open ?? new Set(firstOpen(ordered.files))
  if (files.length === 0) return <EmptyState title="No files changed" />
  const toggle = (path: string): void => {
    const after = new Set(isOpen)
    if (!after.delete(path)) after.add(path)
    setOpen(after)
  }
  const found = ordered.files.filter(({ path }) => path.toLowerCase().includes(search.toLowerCase()))
  const { added, deleted, own } = ordered
  return (
    <div className="amelia-diff">
      <div className="amelia-diff-bar">
        <p>
          <b>{words.plural(ordered.files.length, 'file')}</b> <LineCount added={added} deleted={deleted} />
        </p>
        {ordered.files.length > 8 && (
          <input
            type="search"
            placeholder="Find a file"
            aria-label="Find a file"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
        <span className="amelia-spacer" />
        <button
          type="button"
          className="amelia-small-button"
          onClick={() => setOpen(new Set(files.map(({ path }) => path)))}
        >
          Open all
        </button>
        <button type="button" className="amelia-small-button" onClick={() => setOpen(new Set())}>
          Close all
        </button>
      </div>
      {found.length === 0 && ordered.files.length > 0 && (
        <p className="amelia-muted">No path contains “{search}”.</p>
      )}
      {found.slice(0, mostFiles).map((file) => (
        <ChangedFile key={file.path} file={file} isOpen={isOpen.has(file.path)} onToggle={toggle} />
      ))}
      {found.length > mostFiles && (
        <p className="amelia-muted">and {found.length - mostFiles} more files: search for a path.</p>
      )}
      {own.length > 0 && (
        <>
          <p className="amelia-muted">Written by the run about itself: plan, summaries and report</p>
          {own.map((file) => (
            <ChangedFile key={file.path} file={file} isOpen={isOpen.has(file.path)} onToggle={toggle} />
          ))}
        </>
      )}
    </div>
  )
}
