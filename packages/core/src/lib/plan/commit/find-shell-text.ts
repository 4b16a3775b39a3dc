/** The languages of fences that contain commands. A fence without a language may contain them too. */
const shells = new Set([
  ...['', 'bash', 'sh', 'shell', 'zsh', 'fish', 'console', 'shellsession', 'shell-session', 'terminal'],
  ...['powershell', 'pwsh', 'ps1', 'cmd', 'bat'],
])
/** The languages of fences that contain documents, with fences of their own. */
const documents = new Set(['markdown', 'md'])

const fence = /^[ \t>]{0,40}(`{3,}|~{3,})[ \t]*([^\s`]*)/

/**
 * Returns the parts of a Markdown text that a person would type in a shell, in order: shell fences, code
 * spans and lines of text. Fences of other languages, and documents inside a fence, are left out.
 */
export const findShellText = (text: string): string[] => {
  const parts: string[] = []
  let open: { mark: string; language: string; nested: number; lines: string[] } | undefined
  for (const line of text.split('\n')) {
    const [, mark, info = ''] = fence.exec(line) ?? []
    const language = info.toLowerCase()
    if (!open) {
      if (mark !== undefined) open = { mark, language, nested: 0, lines: [] }
      else parts.push(...spansOf(line))
    } else if (mark === undefined || !mark.startsWith(open.mark)) open.lines.push(line.trimStart())
    else if (language !== '') open.nested += documents.has(open.language) ? 1 : 0
    else if (open.nested > 0) open.nested--
    else {
      if (shells.has(open.language)) parts.push(open.lines.join('\n'))
      open = undefined
    }
  }
  return parts
}

/** The code spans of a line, or the line without the marks of a list if it has none. */
const spansOf = (line: string): string[] => {
  if (!line.includes('commit')) return []
  const spans = [...line.matchAll(/`([^`]{1,1000})`/g)].map(([, code = '']) => code.trim())
  return spans.length > 0 ? spans : [line.replace(/^[ \t>]{0,40}(?:[-*+][ \t]+)?(?:\[[ xX]\][ \t]+)?/, '')]
}
