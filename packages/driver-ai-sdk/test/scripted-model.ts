import { MockLanguageModelV3 } from 'ai/test'

type Generate = MockLanguageModelV3['doGenerate']
type Request = Parameters<Generate>[0]
type Result = Awaited<ReturnType<Generate>>

/** A response of the model, or a function that creates one. Its errors are the provider's errors. */
export type Turn = Partial<Result> | ((request: Request) => Partial<Result> | Promise<Partial<Result>>)

export const usageOf = (
  input: number | undefined,
  output: number | undefined,
  cacheRead = 0,
): Result['usage'] => ({
  inputTokens: { total: input, noCache: undefined, cacheRead, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning: undefined },
})

/** The model answers with a text and uses no tool. */
export const says = (text: string, more: Partial<Result> = {}): Partial<Result> => ({
  content: [{ type: 'text', text }],
  ...more,
})

/** The model uses tools. */
export const uses = (...calls: [name: string, input: unknown][]): Partial<Result> => ({
  content: calls.map(([toolName, input], index) => ({
    type: 'tool-call',
    toolCallId: `call-${index}`,
    toolName,
    input: typeof input === 'string' ? input : JSON.stringify(input),
  })),
  finishReason: { unified: 'tool-calls', raw: undefined },
})

/** Never responds, but obeys its signal. */
export const hangs: Turn = ({ abortSignal }) =>
  new Promise((_resolve, reject) => {
    abortSignal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
  })

/** A model that plays turns, one per request, and greets after them. Each response uses 10 and 5 tokens. */
export const scriptedModel = (...turns: Turn[]) => {
  const next = [...turns]
  const model = new MockLanguageModelV3({
    provider: 'mock.chat',
    doGenerate: async (request) => {
      const turn = next.shift() ?? says('hello')
      const answer = typeof turn === 'function' ? await turn(request) : turn
      return {
        content: [],
        finishReason: { unified: 'stop', raw: undefined },
        usage: usageOf(10, 5),
        warnings: [],
        ...answer,
      }
    },
  })
  return { model, play: (...more: Turn[]) => void next.splice(0, next.length, ...more) }
}
