import { driverError } from '../../contract/driver-error.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import type { ReviewContext } from '../../contract/reviewer.ts'
import { type Reading, readAnswer } from '../../policy/answer/read-answer.ts'

export interface AgentQuestion<Answer> {
  prompt: string
  outputSchema: Record<string, unknown>
  read(value: unknown): Reading<Answer>
  /** The prompt that asks once more, in the same session. */
  repair(problem: string): string
  /** Default: the run's. */
  driver: DriverV1 | undefined
}

/** Asks an agent for an answer of a given form, once more where it cannot be read. Throws `driverError('report_invalid')` then. */
export const askAgent = async <Answer>(
  { session }: ReviewContext,
  { prompt, outputSchema, read, repair, driver }: AgentQuestion<Answer>,
): Promise<Answer> => {
  const first = await session({ prompt, outputSchema }, driver)
  const said = readAnswer(first, read)
  if ('answer' in said) return said.answer
  const { sessionId: resume } = first
  const again =
    resume === undefined
      ? { prompt: `${prompt}\nAn earlier answer could not be read: ${said.problem}\n` }
      : { prompt: repair(said.problem), resume }
  const second = readAnswer(await session({ ...again, outputSchema }, driver), read)
  if ('answer' in second) return second.answer
  throw driverError('report_invalid', { message: second.problem })
}
