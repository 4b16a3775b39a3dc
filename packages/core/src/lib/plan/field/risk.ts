import * as z from 'zod/mini'

/**
 * The possible harm of an action, from the least. It decides how steps are grouped and when a person is
 * asked.
 */
const risks = ['low', 'medium', 'high'] as const

export const riskSchema = z.enum(risks)

export type Risk = z.infer<typeof riskSchema>

/** Reads a risk: one of the three words, in any case. */
export const readRisk = (text: string): Risk | undefined => {
  const word = text.trim().toLowerCase()
  return risks.find((risk) => risk === word)
}
