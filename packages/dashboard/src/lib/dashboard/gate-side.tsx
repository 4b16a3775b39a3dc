import type { ReactNode } from 'react'
import { GatePanel, type GatePanelProps } from '../gate/gate-panel.tsx'

/** A question in a panel beside the views of its run. */
export const GateSide = ({ close, ...props }: GatePanelProps & { close(): void }): ReactNode => (
  <aside className="amelia-panel" aria-label="Open question">
    <header className="amelia-panel-head amelia-panel-top">
      <strong>{props.saved ? 'Answered' : 'Your answer is needed'}</strong>
      <span className="amelia-spacer" />
      <button type="button" className="amelia-small-button" aria-label="Close the panel" onClick={close}>
        ✕
      </button>
    </header>
    <GatePanel key={props.gate.id} {...props} />
  </aside>
)
