import { randomUUID } from 'node:crypto'
import type { UserMessage } from '../program/claude-sdk.ts'

/** The messages of a session to its program: the prompt, and the texts of people. */
export interface SessionInput {
  messages: AsyncIterable<UserMessage>
  /** Resolves with whether the agent received the text. Rejects if that is unknown. */
  offer(text: string): Promise<boolean>
  /** Receives the program's statement that it starts or drops a message. */
  note(id: string, state: string): void
  /** Called with a result. Closes the input and returns true, unless a turn for another text follows. */
  complete(failed: boolean): boolean
  /** Ends the session. */
  end(): void
}

interface Text {
  message: UserMessage
  sent: boolean
  resolve(received: boolean): void
  reject(error: Error): void
}

const messageOf = (content: string): UserMessage => ({
  ...{ type: 'user', uuid: randomUUID(), message: { role: 'user', content } },
  parent_tool_use_id: null,
})

/** Creates the input. A program that does not report what it does with its messages is given no texts. */
export const createSessionInput = (prompt: string): SessionInput => {
  const texts = new Map<string, Text>()
  let isOpen = true
  let reports = false
  let wake = (): void => {}

  async function* send(): AsyncGenerator<UserMessage> {
    yield messageOf(prompt)
    while (isOpen) {
      const next = [...texts.values()].find(({ sent }) => !sent)
      if (next) {
        next.sent = true
        yield next.message
      } else await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  const close = (): void => {
    isOpen = false
    for (const [id, { sent, resolve }] of texts) {
      if (sent) continue
      texts.delete(id)
      resolve(false)
    }
    wake()
  }

  return {
    messages: send(),
    offer: (text) =>
      new Promise((resolve, reject) => {
        if (!isOpen || !reports) return resolve(false)
        const message = messageOf(text)
        texts.set(message.uuid, { message, sent: false, resolve, reject })
        wake()
      }),
    note(id, state) {
      reports = true
      if (state === 'queued') return
      texts.get(id)?.resolve(state !== 'cancelled')
      texts.delete(id)
    },
    complete(failed) {
      if (!failed && texts.size > 0) return false
      close()
      return true
    },
    end() {
      close()
      for (const { reject } of texts.values())
        reject(new Error('the session ended while Claude was receiving the text.'))
      texts.clear()
    },
  }
}
