/** Returns the id of the first-level task: `2` for `2.1.3`. */
export const rootId = (id: string): string => {
  const dot = id.indexOf('.')
  return dot < 0 ? id : id.slice(0, dot)
}
