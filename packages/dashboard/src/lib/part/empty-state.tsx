import type { ReactNode } from 'react'

/** The properties of {@link EmptyState}. */
export interface EmptyStateProps {
  title: string
  children?: ReactNode
  /** A button that fills it. */
  action?: ReactNode
}

/** Explains an empty part of the page, and how to fill it. */
export const EmptyState = ({ title, children, action }: EmptyStateProps): ReactNode => (
  <div className="amelia-empty">
    <p className="amelia-empty-title">{title}</p>
    {children !== undefined && <p>{children}</p>}
    {Boolean(action) && <div>{action}</div>}
  </div>
)
