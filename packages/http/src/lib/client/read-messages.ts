/** A server-sent event. */
export interface Message {
  /** Absent for an event of a run. */
  event?: string
  data: string
}

/** Reads server-sent events. Yields undefined for a comment, which is a heartbeat. */
export async function* readMessages(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Message | undefined, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  let message: Message = { data: '' }
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*?))?\r?$/s.exec(line) ?? []
      if (field === 'data') message.data += value
      else if (field === 'event') message.event = value
      else if (field === '' && line.startsWith(':')) yield undefined
      else if (field === '' && message.data !== '') {
        yield message
        message = { data: '' }
      }
    }
  }
}
