/** The form of the name of a queue, such as `gpu`. */
export const queueForm = /^[A-Za-z0-9][\w.-]{0,62}$/

/** Reads the name of a queue, with or without backticks. */
export const readQueue = (text: string): string | undefined => {
  const name = text.trim().replace(/^`(.*)`$/, '$1')
  return queueForm.test(name) ? name : undefined
}
