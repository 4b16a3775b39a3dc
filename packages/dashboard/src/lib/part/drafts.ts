import { createContext, useCallback, useContext, useReducer, useState } from 'react'

/** The texts, filters and choices that a person has not sent yet, by name. */
export type Drafts = Map<string, unknown>

/** The drafts of all components below, which outlive these components. */
export const DraftsContext = createContext<Drafts | undefined>(undefined)

/** Returns the drafts around the component, or else new ones. */
export const useDrafts = (): Drafts => {
  const around = useContext(DraftsContext)
  const [own] = useState((): Drafts => new Map())
  return around ?? own
}

/** A state like that of `useState` that is kept by its name while the component is not shown. */
export const useDraft = <Value>(name: string, initial: Value): [Value, (value: Value) => void] => {
  const drafts = useDrafts()
  const [, render] = useReducer((count: number) => count + 1, 0)
  const value = drafts.has(name) ? (drafts.get(name) as Value) : initial
  const set = useCallback(
    (next: Value): void => {
      drafts.set(name, next)
      render()
    },
    [drafts, name],
  )
  return [value, set]
}
