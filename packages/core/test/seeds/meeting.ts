/** A place where a number of callers meet: none goes on before the last one is there. */
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
