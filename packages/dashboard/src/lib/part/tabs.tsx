import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

/** A tab of {@link Tabs}. */
export interface Tab {
  id: string
  label: string
  /** A number beside the label. */
  count?: number | undefined
}

/** The properties of {@link Tabs}. */
export interface TabsProps {
  /** The name of the list of tabs. */
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect(id: string): void
  /** The content of the selected tab. */
  children: ReactNode
}

/** Tabs with one panel. Arrow keys, Home and End move between them. */
export const Tabs = ({ label, tabs, selected, onSelect, children }: TabsProps): ReactNode => {
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex((tab) => tab.id === selected)
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs[(next + tabs.length) % tabs.length]!
    onSelect(tab.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.id}"]`)?.focus()
  }
  return (
    <div className="amelia-tabbed">
      <div className="amelia-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="amelia-tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && <span className="amelia-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        className="amelia-tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
      >
        {children}
      </div>
    </div>
  )
}
