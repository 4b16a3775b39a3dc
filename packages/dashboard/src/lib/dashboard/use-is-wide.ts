import { useSyncExternalStore } from 'react'

const query = '(min-width: 1200px)'

const subscribe = (listener: () => void): (() => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** Whether a panel fits beside the graph. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
