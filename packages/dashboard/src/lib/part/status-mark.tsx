import type { ReactNode } from 'react'
import { type ShownStatus, type StatusKind, words } from '@amelia/core/view'

/** The marks differ by shape, so that colour is not needed to tell them apart. */
const shapes: Record<StatusKind, ReactNode> = {
  open: <circle cx="8" cy="8" r="5.5" className="amelia-line" strokeDasharray="2.2 2.2" />,
  ready: <circle cx="8" cy="8" r="5.5" className="amelia-line" />,
  running: (
    <>
      <circle cx="8" cy="8" r="6" className="amelia-line amelia-faint" />
      <path d="M8 2a6 6 0 0 1 6 6" className="amelia-line amelia-spin" />
      <circle cx="8" cy="8" r="2.4" className="amelia-fill" />
    </>
  ),
  retrying: (
    <>
      <path d="M13 8a5 5 0 1 1-1.6-3.7" className="amelia-line" />
      <path d="M13.4 1.6v3.6H9.8" className="amelia-line" />
    </>
  ),
  waiting: (
    <>
      <path d="M8 1.2 14.8 8 8 14.8 1.2 8Z" className="amelia-fill" />
      <path d="M8 4.8v3.8M8 10.9v.2" className="amelia-cut" />
    </>
  ),
  done: (
    <>
      <circle cx="8" cy="8" r="6.8" className="amelia-fill" />
      <path d="m4.9 8.2 2.2 2.2 4-4.4" className="amelia-cut" />
    </>
  ),
  external: (
    <>
      <circle cx="8" cy="8" r="6" className="amelia-line" />
      <path d="m5.2 8.2 2 2 3.6-4" className="amelia-line" />
    </>
  ),
  failed: (
    <>
      <path d="M5.2 1.4h5.6l3.8 3.8v5.6l-3.8 3.8H5.2l-3.8-3.8V5.2Z" className="amelia-fill" />
      <path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" className="amelia-cut" />
    </>
  ),
  blocked: (
    <>
      <circle cx="8" cy="8" r="6" className="amelia-line" />
      <path d="m4 12 8-8" className="amelia-line" />
    </>
  ),
  skipped: <path d="m3.2 4 4 4-4 4m5-8 4 4-4 4" className="amelia-line" />,
  cancelled: <rect x="3" y="3" width="10" height="10" rx="1.5" className="amelia-line" />,
}

/** The properties of {@link StatusMark}. */
export interface StatusMarkProps {
  /** The status of a phase, a part, a batch or a run. */
  status: ShownStatus
  /** Whether the word is visible beside the mark. Default: false; it is always read to screen readers. */
  withWord?: boolean
}

/** The mark of a status: a shape in its colour, with its word for screen readers. */
export const StatusMark = ({ status, withWord = false }: StatusMarkProps): ReactNode => (
  <span className={`amelia-status amelia-is-${words.statusKind(status)}`}>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {shapes[words.statusKind(status)]}
    </svg>
    <span className={withWord ? 'amelia-status-word' : 'amelia-hidden'}>{words.statusWord(status)}</span>
  </span>
)
