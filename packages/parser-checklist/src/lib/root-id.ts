/** The id of the task of the first level: `2` of `2.1.3`. */
export const rootId = (id: string): string => {
  const dot = id.indexOf('.')
  return dot < 0 ? id : id.slice(0, dot)
}
