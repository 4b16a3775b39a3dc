/**
 * Parses the keys of a git configuration file with their values; several values of a key are separated by
 * line breaks.
 *
 * Only for messages about changes: for decisions, git reads its configuration. Linear in the text.
 */
export const readConfigKeys = (text: string): Map<string, string> => {
  const keys = new Map<string, string>()
  let section = ''
  for (const line of text.replaceAll('\\\n', '').split('\n')) {
    const [, name, subsection, rest = ''] =
      /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\](.*)$/.exec(line) ?? []
    if (name !== undefined)
      section = `${name.toLowerCase()}${subsection === undefined ? '' : `.${subsection.replace(/\\(.)/g, '$1')}`}`
    const [, key, value = 'true'] =
      /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*?))?\s*$/.exec(name === undefined ? line : rest) ?? []
    if (key === undefined) continue
    const full = `${section}.${key.toLowerCase()}`
    const plain = value.replace(/^"(.*)"$/, '$1')
    const before = keys.get(full)
    keys.set(full, before === undefined ? plain : `${before}\n${plain}`)
  }
  return keys
}
