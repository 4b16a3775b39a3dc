/** Shortens a Markdown page to `most` UTF-16 units: cuts it at the end of a line, and appends `note`. */
export const boundPage = (page: string, most: number, note: string): string => {
  if (page.length <= most) return page
  const end = `\n\n${note}\n`
  const kept = page.slice(0, most - end.length)
  return `${kept.slice(0, Math.max(0, kept.lastIndexOf('\n')))}${end}`
}
