/**
 * Where the machine is known not to follow the rules yet. A run that comes to one ends there, and is counted.
 *
 * To be emptied: with a line taken out, the rule is enforced.
 */
const open = new Set([
  'F1 a phase that waits for its siblings waits, while the run drains, for one that was reopened and cannot begin',
  'F2 a second question about a batch holds a phase that the first one still holds',
  'F3 a skip taken back frees a phase whose dependency is skipped or failed',
  'F4 an abort is forgotten by a resume, and loses against a cancel',
  'F5 a phase reopened while the end of the run is under way: the end goes on unseen',
  'F6 a blocked phase that also stands on a skipped one is freed, and waits for ever',
  'F7 a phase skipped between its approval and its integration goes on with integration when it is reopened',
  'F8 workspace "keep": an attempt that is red on the merged tree begins on the old head',
  'F9 a phase that begins anew does not look at who writes the same file',
  'F10 workspace "keep": a wait throws away what was kept',
  'F11 a phase reopened after a skip does not get its attempts back',
])

export type DefectId = `F${number}`

const sign = 'known defect '

/** Ends the run at a defect that is known; does nothing about one that is not in the list. */
export const meetDefect = (id: DefectId): void => {
  for (const line of open) if (line.startsWith(`${id} `)) throw new Error(`${sign}${line}`)
}

export const isKnownDefect = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(sign)
