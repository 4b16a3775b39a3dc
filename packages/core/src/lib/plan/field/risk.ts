import * as z from 'zod/mini'

const risks = ['low', 'medium', 'high'] as const

/** The possible harm of an action. It decides how steps are grouped and when a person is asked. */
export type Risk = (typeof risks)[number]

export const riskSchema: z.ZodMiniType<Risk, Risk> = z.enum(risks)

/** Reads a risk: one of the three words, in any case. */
export const readRisk = (text: string): Risk | undefined => {
  const word = text.trim().toLowerCase()
  return risks.find((risk) => risk === word)
}
