import type { DriverV1, SessionRequest } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { ReviewContext } from '../../contract/reviewer.ts'
import { decideRepair } from '../../policy/answer/decide-repair.ts'
import { type Reading, readAnswer } from '../../policy/answer/read-answer.ts'

export interface AgentQuestion<Answer> {
  prompt: string
  outputSchema: Record<string, unknown>
  read(value: unknown): Reading<Answer>
  /** Builds the prompt that requests the answer again in the same session. */
  repair(problem: string): string
  /** Default: the run's driver. */
  driver: DriverV1 | undefined
}

/** The cause of an error whose agent was asked twice already. */
export const askedTwice = Symbol('asked twice')

/** Asks an agent for a structured answer. Throws `driverError('report_invalid')` if it stays unreadable. */
export const askAgent = async <Answer>(
  { session }: ReviewContext,
  { prompt, outputSchema, read, repair, driver }: AgentQuestion<Answer>,
): Promise<Answer> => {
  let request: Pick<SessionRequest, 'prompt' | 'resume'> = { prompt }
  for (let tries = 1; ; tries++) {
    const result = await session({ ...request, outputSchema }, driver)
    const reading = readAnswer(result, read)
    if ('answer' in reading) return reading.answer
    const { problem } = reading
    const { sessionId: resume } = result
    const next = decideRepair({ tries, canResume: resume !== undefined, isReadOnly: true })
    if (next === 'none') throw driverError('report_invalid', { message: problem, cause: askedTwice })
    request =
      next === 'resume' && resume !== undefined
        ? { prompt: repair(problem), resume }
        : { prompt: `${prompt}\nAn earlier answer could not be read: ${problem}\n` }
  }
}
