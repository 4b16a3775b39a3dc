import type { PlanStatus } from './plan-status.ts'
import { readShare } from './read-share.ts'

const signs = new Map<string, PlanStatus>([
  ['⬜', 'pending'],
  ['◻', 'pending'],
  ['☐', 'pending'],
  ['🔲', 'pending'],
  ['⏳', 'pending'],
  ['⚪', 'pending'],
  ['🔄', 'in_progress'],
  ['🚧', 'in_progress'],
  ['🟡', 'in_progress'],
  ['🏃', 'in_progress'],
  ['✅', 'done'],
  ['☑', 'done'],
  ['✔', 'done'],
  ['✓', 'done'],
  ['🟢', 'done'],
  ['⏸', 'deferred'],
  ['⏭', 'skipped'],
  ['🚫', 'cancelled'],
])

const words = new Map<string, PlanStatus>([
  ['pending', 'pending'],
  ['todo', 'pending'],
  ['to do', 'pending'],
  ['open', 'pending'],
  ['ready', 'pending'],
  ['planned', 'pending'],
  ['queued', 'pending'],
  ['not started', 'pending'],
  ['not done', 'pending'],
  ['not yet', 'pending'],
  ['in progress', 'in_progress'],
  ['in review', 'in_progress'],
  ['progress', 'in_progress'],
  ['started', 'in_progress'],
  ['running', 'in_progress'],
  ['active', 'in_progress'],
  ['doing', 'in_progress'],
  ['wip', 'in_progress'],
  ['partial', 'in_progress'],
  ['done', 'done'],
  ['complete', 'done'],
  ['completed', 'done'],
  ['finished', 'done'],
  ['merged', 'done'],
  ['shipped', 'done'],
  ['skip', 'skipped'],
  ['skipped', 'skipped'],
  ['deferred', 'deferred'],
  ['paused', 'deferred'],
  ['postponed', 'deferred'],
  ['on hold', 'deferred'],
  ['later', 'deferred'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
  ['dropped', 'cancelled'],
  ['abandoned', 'cancelled'],
])

const boxes = new Map<string, PlanStatus>([
  ['[x]', 'done'],
  ['[ ]', 'pending'],
  ['[]', 'pending'],
  ['[~]', 'in_progress'],
  ['[-]', 'in_progress'],
])

/**
 * Reads the status that a text begins with: a mark (⬜ 🔄 ✅ ⏸️ ⏭️), a checkbox or a word. Undefined if it
 * begins with none.
 *
 * The rest of the text is ignored: `✅ (waits for a device)` is done. `blocked` is not a status, because
 * only dependencies decide whether a phase waits.
 *
 * A share of the work before the word counts more than the word: `80% complete` and `2/5 done` are in
 * progress, `0% complete` is pending, and other numbers (`3 done`) are not a status.
 */
export const readStatus = (text: string): PlanStatus | undefined => {
  const start = text.slice(0, 80).trim().toLowerCase()
  for (const [box, status] of boxes) if (start.startsWith(box)) return status
  const sign = signs.get([...start.slice(0, 2)][0] ?? '')
  const found = start.split(/[^a-z]+/).filter((word) => word !== '')
  const first = found[0] ?? ''
  const word = words.get(`${first} ${found[1] ?? ''}`) ?? words.get(first)
  const share = readShare(start)
  const said = share === undefined ? word : byShare(share, word, first)
  // An hourglass means pending or in progress, and the words after it decide. They also decide whether a
  // green circle means that all is finished or that all is well: `🟢 80% complete`.
  return sign === 'pending' || sign === word ? (said ?? sign) : (sign ?? said)
}

const byShare = (share: number, word: PlanStatus | undefined, first: string): PlanStatus | undefined => {
  if (Number.isNaN(share)) return undefined
  if (word !== undefined && word !== 'done' && word !== 'skipped') return word
  if (share === 1) return first === '' ? 'done' : word
  return share > 0 ? 'in_progress' : 'pending'
}
