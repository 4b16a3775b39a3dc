/** Calls a task every `ms` milliseconds until the returned function is called. Lets the process end. */
export const repeat = (ms: number, task: () => void): (() => void) => {
  const timer = setInterval(task, ms).unref()
  return () => clearInterval(timer)
}
