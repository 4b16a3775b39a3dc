/** Writes data as JSON in one line, which YAML and a reader of lines understand too. */
export const writeJson = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
