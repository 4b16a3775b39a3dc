/** A barrier for a number of callers: none continues before the last one arrives. */
export const createMeeting = (count: number): (() => Promise<void>) => {
  let open!: () => void
  const there = new Promise<void>((resolve) => {
    open = resolve
  })
  let present = 0
  return () => {
    if (++present === count) open()
    return there
  }
}
