import type { Adaptation } from '../policy/adaptation.ts'
import { plainLabel } from './plain-label.ts'

/** Under what name the state keeps what was said of a step that an agent mended. */
export const adaptedKey = (stepId: string): string => `step:${stepId}`

/** A step that an agent mended: a line that says what was seen, and what the agent said below it. */
export const describeAdaptation = (
  stepId: string,
  { files, more = 0, said }: Adaptation,
  command: string | undefined,
): string => {
  const rest = more > 0 ? ` and ${more} more` : ''
  const changed =
    files.length === 0 ? 'no file changed' : `changed ${files.map(plainLabel).join(', ')}${rest}`
  const ran = command === undefined ? '' : `, then ran ${plainLabel(command)}`
  return [`Step ${stepId}: ${changed}${ran}.`, ...(said === '' ? [] : [said])].join('\n')
}

/** What the state holds of steps that an agent mended, and what agents said besides. */
export const splitSaid = (said: ReadonlyMap<string, string>): { adapted: string[]; words: string[] } => {
  const prefix = adaptedKey('')
  const adapted: string[] = []
  const words: string[] = []
  for (const [key, text] of said) (key.startsWith(prefix) ? adapted : words).push(text)
  return { adapted, words }
}
