/** Texts of people for a running session. */
export interface SessionInput {
  /** Resolves with whether the agent received the text. Rejects if that is unknown. */
  offer(text: string): Promise<boolean>
  /** Resolves when no text is under way. Later texts are not received. */
  close(): Promise<void>
}

/** Creates the input of a session. `prompt` sends a text as a prompt, and resolves with its end. */
export const createSessionInput = (prompt: (text: string) => Promise<unknown>): SessionInput => {
  const pending = new Set<Promise<unknown>>()
  let isOpen = true
  return {
    async offer(text) {
      if (!isOpen) return false
      const end = prompt(text)
      const settled = end.catch(() => {})
      pending.add(settled)
      void settled.then(() => pending.delete(settled))
      await end
      return true
    },
    async close() {
      // A text that arrives while another one ends starts a turn too.
      while (pending.size > 0) await Promise.all(pending)
      isOpen = false
    },
  }
}
