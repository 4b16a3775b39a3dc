import { type RefObject, useEffect, useRef } from 'react'

/** The actions of a question that have a key. */
export interface GateKeys {
  /** Ctrl and Enter: gives the first answer; in the words for the agent: the one that sends them. */
  answer(isInWords: boolean): void
  /** `s`: moves to the words for the agent. */
  write(): void
}

/** Handles the keys of a question while it is shown, outside of dialogs and of other fields. */
export const useGateKeys = (panel: RefObject<HTMLElement | null>, keys: GateKeys): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { current } = panel
      const { target } = event
      if (!current || event.defaultPrevented || event.altKey || !(target instanceof Element)) return
      const isInWords = current.contains(target) && target.matches('textarea')
      const isElsewhere =
        target !== document.body && !current.closest('.amelia-main, .amelia-run-pane')?.contains(target)
      if (isElsewhere || (!isInWords && target.closest('input, textarea, select, dialog') !== null)) return
      const isControl = event.ctrlKey || event.metaKey
      if (event.key === 'Enter' && isControl) latest.current.answer(isInWords)
      else if (event.key === 's' && !isControl && !isInWords) latest.current.write()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [panel])
}
