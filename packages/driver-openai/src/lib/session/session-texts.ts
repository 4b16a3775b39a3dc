/** The texts of people for one session. Codex receives them in further turns of its thread. */
export interface SessionTexts {
  /** Resolves with whether the agent received the text. Rejects if that is unknown. */
  offer(text: string): Promise<boolean>
  /** Takes the texts that wait, as the prompt of another turn. If none waits, later ones are not received. */
  take(): string | undefined
  /** The agent has the prompt of its turn. */
  received(): void
  /** Ends the session. */
  end(): void
}

interface Text {
  text: string
  resolve(received: boolean): void
  reject(error: Error): void
}

export const createSessionTexts = (): SessionTexts => {
  let isOpen = true
  let waiting: Text[] = []
  /** The texts of a turn that has not begun. */
  let sent: Text[] = []
  const close = (): void => {
    isOpen = false
    for (const { resolve } of waiting) resolve(false)
    waiting = []
  }
  return {
    offer: (text) =>
      new Promise((resolve, reject) => {
        if (isOpen) waiting.push({ text, resolve, reject })
        else resolve(false)
      }),
    take() {
      if (waiting.length === 0) {
        close()
        return undefined
      }
      sent = waiting
      waiting = []
      return sent.map(({ text }) => text).join('\n\n')
    },
    received() {
      for (const { resolve } of sent) resolve(true)
      sent = []
    },
    end() {
      close()
      for (const { reject } of sent)
        reject(new Error('the session ended while Codex was receiving the text.'))
      sent = []
    },
  }
}
