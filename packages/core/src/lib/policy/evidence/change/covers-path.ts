/** Whether a file, a folder, or a pattern with stars covers a path. */
export const coversPath = (entry: string, path: string): boolean => {
  const star = entry.indexOf('*')
  if (star < 0) return entry === path || path.startsWith(entry.endsWith('/') ? entry : `${entry}/`)
  const end = entry.slice(entry.lastIndexOf('*') + 1)
  return path.startsWith(entry.slice(0, star)) && path.endsWith(end) && path.length >= star + end.length
}
