import * as z from 'zod/mini'

const risks = ['low', 'medium', 'high'] as const

/** The possible harm of an action. It decides how steps are grouped and when a person is asked. */
export type Risk = (typeof risks)[number]

export const riskSchema: z.ZodMiniType<Risk, Risk> = z.enum(risks)

const word = /(?<![\p{L}\p{N}-])(low|medium|high)(?![\p{L}\p{N}-])/giu
/** A risk at the beginning of a text, after signs, up to a remark: `🔴 High!`, `medium (imports)`. */
const stated =
  /^[^\p{L}\p{N}]{0,8}(?:low|medium|high)(?: risk)?(?=\s*(?:$|[^\p{L}\p{N}\s]))(?![-/–&+]\p{L})/iu

/** Reads a risk: one of the three words, in any case, which a remark may follow. */
export const readRisk = (text: string): Risk | undefined => {
  const written = text.slice(0, 400).trim()
  if (!stated.test(written)) return undefined
  // `Low, high for the migration` states two.
  const named = new Set([...written.matchAll(word)].map(([each]) => each.toLowerCase()))
  return named.size === 1 ? risks.find((risk) => named.has(risk)) : undefined
}
