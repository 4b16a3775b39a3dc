import { type PlanStatus, planStatuses } from './plan-status.ts'

/** The marks, boxes and words of each status, in the order of the statuses. */
const texts = [
  '⬜,◻,☐,🔲,⏳,⚪,[ ],[],pending,todo,to do,open,ready,planned,queued,not started,not done,not yet',
  '🔄,🚧,🟡,🏃,[~],[-],in progress,in review,progress,started,running,active,doing,wip,partial',
  '✅,☑,✔,✓,🟢,[x],done,complete,completed,finished,merged,shipped',
  '⏭,skip,skipped',
  '⏸,deferred,paused,postponed,on hold,later',
  '🚫,cancelled,canceled,dropped,abandoned',
]
const known = new Map<string | undefined, PlanStatus>(
  planStatuses.flatMap((status, at) => texts[at]?.split(',').map((text) => [text, status] as const) ?? []),
)

/** How much is done, and of how much: `80% complete`, `2/5 done`. A date with slashes has no such part. */
const share = /^[^a-z\d]*(\d+(?:\.\d+)?) ?(?:%|[a-z]|\/ ?(\d+)(?![\d/]))/

/**
 * Reads the status that a text begins with: a mark (⬜ 🔄 ✅ ⏸️ ⏭️), a checkbox or a word. Undefined if it
 * begins with none. `80%`, `80% complete` and `2/5 done` are in progress.
 *
 * The rest of the text is ignored: `✅ (waits for a device)` is done. `blocked` is not a status, because
 * only dependencies decide whether a phase waits.
 */
export const readStatus = (text: string): PlanStatus | undefined => {
  const start = text.slice(0, 80).trim().toLowerCase()
  const box = known.get(/^\[.?\]/.exec(start)?.[0])
  if (box) return box
  const sign = known.get([...start.slice(0, 2)][0])
  const [first, second] = start.match(/[a-z]+/g) ?? []
  let byWord = known.get(`${first} ${second}`) ?? known.get(first)
  if (/^~?[\d.]+ ?%$/.test(start)) byWord = 'done'
  const [, part, whole = 100] = (byWord === 'done' && share.exec(start)) || []
  if (part && +part !== +whole) byWord = +part > +whole ? undefined : +part > 0 ? 'in_progress' : 'pending'
  // An hourglass means pending or in progress, and a green circle that all is finished or well: what follows
  // decides.
  if (sign === 'pending' || (sign === 'done' && part)) return byWord ?? sign
  return sign ?? byWord
}
