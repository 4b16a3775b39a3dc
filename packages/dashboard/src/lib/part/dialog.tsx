import { type ReactNode, useEffect, useId, useRef } from 'react'

/** The properties of {@link Dialog}. */
export interface DialogProps {
  title: string
  children?: ReactNode
  /** The buttons, the safe one first: it gets the focus. */
  actions: ReactNode
  /** Called when a person closes it, with Escape too. */
  onClose(): void
}

/** A modal dialog: the browser keeps the focus in it, and returns the focus afterwards. */
export const Dialog = ({ title, children, actions, onClose }: DialogProps): ReactNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const node = dialog.current
    const before = document.activeElement
    node?.showModal()
    return () => {
      node?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="amelia-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // Keys of a dialog are not keys of the page behind it.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <div className="amelia-actions">{actions}</div>
    </dialog>
  )
}
