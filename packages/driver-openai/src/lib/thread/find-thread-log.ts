import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds Codex's log of a thread: `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl` in its home,
 * the newest day first.
 */
export const findThreadLog = (home: string, threadId: string): string | undefined =>
  // The id comes from outside, and must not name another place.
  /^[\w-]+$/.test(threadId) ? findBelow(join(home, 'sessions'), `-${threadId}.jsonl`) : undefined

const findBelow = (folder: string, ending: string): string | undefined => {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
  const file = entries.find((entry) => entry.isFile() && entry.name.endsWith(ending))
  if (file) return join(folder, file.name)
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const name of below.sort().reverse()) {
    const found = findBelow(join(folder, name), ending)
    if (found !== undefined) return found
  }
  return undefined
}
