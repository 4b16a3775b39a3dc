/**
 * Replaces the target of each Markdown link and image in a page. Code blocks and code spans stay as they are.
 *
 * `map` receives the target as written, the line's number from 1, and the text of the link.
 */
export const mapLinks = (
  text: string,
  map: (target: string, line: number, label: string) => string,
): string => {
  let fence = ''
  return text
    .split('\n')
    .map((line, index) => {
      const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
      if (fence !== '') {
        if (mark.startsWith(fence) && line.trim() === mark) fence = ''
        return line
      }
      if (mark !== '') {
        fence = mark
        return line
      }
      return line.replace(
        /(`+)(?:(?!\1).)+\1(?!`)|(\]\()([^()\s]+)(\))/g,
        (whole, _code, open?: string, target?: string, close?: string, offset = 0) => {
          if (open === undefined || target === undefined || close === undefined) return whole
          const label = line.slice(line.lastIndexOf('[', offset) + 1, offset)
          return `${open}${map(target, index + 1, label)}${close}`
        },
      )
    })
    .join('\n')
}
