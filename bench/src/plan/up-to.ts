/** Returns parts, numbered from 1, until the text has the size. */
export const upTo = (size: number, part: (index: number) => string): string => {
  let text = ''
  for (let index = 1; text.length < size; index++) text += part(index)
  return text
}
