const fences = /^ {0,3}```(?:json)?[^\S\n]*\n([\s\S]*?)^ {0,3}```/gm

/** Reads the value in the last JSON fence of a text, or the text itself. Undefined if neither is JSON. */
export const readOutput = (text: string): unknown => {
  const last = [...text.matchAll(fences)].at(-1)?.[1] ?? text
  try {
    return JSON.parse(last)
  } catch {
    return undefined
  }
}
