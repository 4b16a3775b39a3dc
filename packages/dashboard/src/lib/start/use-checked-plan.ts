import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../part/drafts.ts'
import { useIsOffline } from '../part/offline.ts'
import type { CheckedPlan, DashboardSource } from '../source/dashboard-source.ts'

/** The result of a check. It belongs to the text that was checked, and to its section. */
export interface Checked {
  text: string
  select: string | undefined
  plan?: CheckedPlan
  error?: unknown
}

/** Milliseconds without typing after which a text is checked. */
const pauseMs = 400

/**
 * Checks a text, or its section, whenever typing pauses. The last result stays until the next one, and while
 * the component is not shown.
 */
export const useCheckedPlan = (
  source: Pick<DashboardSource, 'checkPlan'>,
  text: string,
  select: string | undefined,
): { checked: Checked | undefined; isCurrent: boolean; check: () => void } => {
  const [checked, setChecked] = useDraft<Checked | undefined>('checked', undefined)
  const [round, setRound] = useState(0)
  const isOffline = useIsOffline()
  const isCurrent = checked !== undefined && checked.text === text && checked.select === select
  const latest = useRef(checked)
  latest.current = checked
  useEffect(() => {
    const { current } = latest
    const isSame = current?.text === text && current.select === select
    if (isOffline || text.trim() === '' || (isSame && current.plan !== undefined)) return
    let isWanted = true
    const check = async (): Promise<void> => {
      const options = select === undefined ? {} : { select }
      const result: Checked = await source.checkPlan!(text, options).then(
        (plan) => ({ text, select, plan }),
        (error: unknown) => ({ text, select, error }),
      )
      if (isWanted) setChecked(result)
    }
    const timer = setTimeout(() => void check(), current === undefined || isSame ? 0 : pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [source, text, select, isOffline, round, setChecked])
  return { checked, isCurrent, check: useCallback(() => setRound((count) => count + 1), []) }
}
