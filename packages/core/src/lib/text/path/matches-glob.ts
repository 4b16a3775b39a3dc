const tokens: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

/**
 * Whether a pattern covers a path, both relative to the same folder. `*` and `?` stand for characters of a
 * name, `**` for any folders; the name of a folder covers everything below it.
 */
export const matchesGlob = (pattern: string, path: string): boolean => {
  const source = pattern
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .replace(/\*\*\/|\*\*|[^]/g, (token) => tokens[token] ?? token.replace(/[\\^$.|+()[\]{}/]/, '\\$&'))
  return new RegExp(`^${source}(?:/.*)?$`, 's').test(path)
}
