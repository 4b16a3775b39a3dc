/** The form of the name of an agent or a model, such as `claude`, `gpt-5.5` or `anthropic/opus:4`. */
export const nameForm = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}$/

/** The form of the name of a queue of workers, such as `gpu`. */
export const queueForm = /^[A-Za-z0-9][\w.-]{0,62}$/

/** Reads a name of this form, with or without backticks. */
export const readName = (text: string, form = nameForm): string | undefined => {
  const name = text.trim().replace(/^`(.*)`$/, '$1')
  return form.test(name) ? name : undefined
}
