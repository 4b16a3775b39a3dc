/** The form of the name of an agent or a model, such as `claude`, `gpt-5.5` or `anthropic/opus:4`. */
export const nameForm = /^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,99}$/

/** Reads the name of an agent or a model, with or without backticks. */
export const readName = (text: string): string | undefined => {
  const name = text.trim().replace(/^`(.*)`$/, '$1')
  return nameForm.test(name) ? name : undefined
}
