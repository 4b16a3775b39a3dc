import { useCallback, useEffect, useState } from 'react'

/** Something that is read from a source. `value` stays while it is read again. */
export interface Loaded<Value> {
  value?: Value
  error?: unknown
  isLoading: boolean
  /** Reads it again. */
  reload: () => void
}

/**
 * Reads something when the component appears, and when `load` changes. A late result of an earlier `load` is
 * ignored. `key` names the thing that is read: the old value is dropped when it changes.
 */
export const useLoaded = <Value>(load: () => Promise<Value>, key: string): Loaded<Value> => {
  const [state, setState] = useState<{ key: string; value?: Value; error?: unknown; isLoading: boolean }>({
    key,
    isLoading: true,
  })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setState((before) => ({
      ...(before.key === key && 'value' in before && { value: before.value }),
      key,
      isLoading: true,
    }))
    load().then(
      (value) => isCurrent && setState({ key, value, isLoading: false }),
      (error: unknown) =>
        isCurrent &&
        setState((before) => ({
          ...('value' in before && { value: before.value }),
          key,
          error,
          isLoading: false,
        })),
    )
    return () => {
      isCurrent = false
    }
  }, [load, key, round])
  const reload = useCallback(() => setRound((count) => count + 1), [])
  return state.key === key ? { ...state, reload } : { isLoading: true, reload }
}
