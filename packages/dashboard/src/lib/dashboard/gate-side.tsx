import { type ReactNode, useEffect, useRef } from 'react'
import { useReturnedFocus } from '../part/use-returned-focus.ts'
import { GatePanel, type GatePanelProps } from '../gate/gate-panel.tsx'

interface GateSideProps extends GatePanelProps {
  /** Whether the focus moves to the question: a person opened it. */
  takesFocus: boolean
  close(): void
}

/** A question in a panel beside the views of its run. */
export const GateSide = ({ close, takesFocus, ...props }: GateSideProps): ReactNode => {
  const { id } = props.gate
  const panel = useRef<HTMLElement>(null)
  useReturnedFocus(panel)
  useEffect(() => {
    if (takesFocus) panel.current?.querySelector('h2')?.focus()
  }, [takesFocus, id])
  return (
    <aside className="amelia-panel" aria-label="Open question" ref={panel}>
      <header className="amelia-panel-head amelia-panel-top">
        <strong>{props.saved ? 'Answered' : 'Your answer is needed'}</strong>
        <span className="amelia-spacer" />
        <button type="button" className="amelia-small-button" aria-label="Close the panel" onClick={close}>
          ✕
        </button>
      </header>
      <GatePanel key={id} {...props} />
    </aside>
  )
}
