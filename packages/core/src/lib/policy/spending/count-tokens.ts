import type { Usage } from '../../contract/driver.ts'

/**
 * The weight of a cached input token in a budget of tokens. Vendors charge about a tenth of the price of a
 * new input token for it.
 */
const cachedTokenWeight = 0.1

/**
 * Counts the tokens of a session as a budget counts them: input, cached input at a tenth, and output.
 */
export const countTokens = ({
  inputTokens = 0,
  cachedInputTokens = 0,
  outputTokens = 0,
}: Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>): number => {
  const cached = Math.min(cachedInputTokens, inputTokens)
  return Math.round(inputTokens - cached + cached * cachedTokenWeight + outputTokens)
}
