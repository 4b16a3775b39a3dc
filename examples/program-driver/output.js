/** Creates a receiver of output that calls `take` with each line. */
const byLine = (take) => {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()
    lines.forEach(take)
  }
}

/**
 * Reads the output of a session: reports its progress, fills `result`, and calls `stop` once the session has
 * used more than `tokens`.
 */
export const readOutput = (tokens, emit, stop) => {
  const result = { text: '', usage: {} }
  const take = (line) => {
    const { type, id, text, input, output } = JSON.parse(line)
    if (type === 'session') {
      result.sessionId = id
      emit({ type: 'session', sessionId: id })
    }
    if (type === 'text') {
      result.text = text
      emit({ type: 'text', text })
    }
    if (type === 'usage') {
      result.usage = { inputTokens: input, outputTokens: output }
      emit({ type: 'usage', usage: result.usage })
      if (input + output > tokens) stop()
    }
  }
  return { result, onStdout: byLine(take) }
}
