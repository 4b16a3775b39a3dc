/** The texts of people for a running session. */
export interface TextInbox {
  /** Resolves with whether the session has received the text. */
  offer(text: string): Promise<boolean>
  /** Returns the texts so far: the session receives them now. */
  take(): string[]
  isEmpty(): boolean
  /** Ends the session: it does not receive the remaining texts. */
  close(): void
}

export const createTextInbox = (): TextInbox => {
  let waiting: { text: string; resolve(received: boolean): void }[] = []
  let isClosed = false
  return {
    offer: (text) =>
      isClosed ? Promise.resolve(false) : new Promise((resolve) => waiting.push({ text, resolve })),
    take() {
      const taken = waiting
      waiting = []
      for (const { resolve } of taken) resolve(true)
      return taken.map(({ text }) => text)
    },
    isEmpty: () => waiting.length === 0,
    close() {
      isClosed = true
      for (const { resolve } of waiting) resolve(false)
    },
  }
}
