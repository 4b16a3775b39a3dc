/** Resources that a process has while it does nothing: channels to its parent, and servers that listen. */
const passive = new Set(['MessagePort', 'PipeWrap', 'TTYWrap', 'TCPServerWrap', 'PipeServerWrap'])

interface Runtime {
  process?: { getActiveResourcesInfo?(): string[] }
}

/**
 * Whether timers, requests, connections or processes can make this program continue. `ownTimers` is the
 * number of timers to leave out. True on a runtime that does not list its timers: only Node does.
 */
export const hasActiveResources = (ownTimers: number): boolean => {
  const probe = setTimeout(() => {}, 0)
  const all = (globalThis as Runtime).process?.getActiveResourcesInfo?.() ?? []
  clearTimeout(probe)
  const timers = all.filter((type) => type === 'Timeout').length
  return timers !== ownTimers + 1 || all.some((type) => type !== 'Timeout' && !passive.has(type))
}
