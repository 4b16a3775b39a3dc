import type { ReactNode } from 'react'
import { Dialog } from '../part/dialog.tsx'

const keys: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['j', '↓'], 'Next run, phase or event'],
  [['k', '↑'], 'Previous run, phase or event'],
  [['Home', 'End'], 'First and last one'],
  [['Enter'], 'Open it; a phase of the graph over the whole width'],
  [['Ctrl Enter'], 'Give the first answer of a question, or send the words'],
  [['s'], 'Write words for the agent'],
  [['Esc'], 'Close the question, the panel or the dialog'],
  [['/'], 'Search'],
  [['+', '-', '0'], 'Zoom the timeline, and show all of it'],
  [['?'], 'Show these keys'],
]

/** Lists the keys of the page. */
export const KeysDialog = ({ onClose }: { onClose: () => void }): ReactNode => (
  <Dialog
    title="Keys"
    onClose={onClose}
    actions={
      <button type="button" className="amelia-button" onClick={onClose}>
        Close
      </button>
    }
  >
    <dl className="amelia-keys">
      {keys.map(([names, effect]) => (
        <div key={effect}>
          <dt>
            {names.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
