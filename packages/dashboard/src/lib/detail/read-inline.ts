/** A part of a line with the light marks of Markdown. Its text is shown as it is written. */
export type InlinePart =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; href: string }

/** Each part has a limit, so that the time is linear. A word with underscores inside has no emphasis. */
const marks =
  /`([^`\n]{1,500})`|\*\*(\S(?:[^\n]{0,500}?\S)??)\*\*|\*([^\s*](?:[^*\n]{0,500}?[^\s*])??)\*|(?<!\w)_([^\s_](?:[^_\n]{0,500}?[^\s_])??)_(?!\w)|\[([^[\]\n]{1,300})\]\((https?:\/\/[^\s()<>]{1,1000})\)|(?<!\w)(https?:\/\/[^\s()<>"'`]{1,1000}[^\s()<>"'`.,;:!?])/gi

/**
 * Reads the code, the emphasis and the links of a text. Only addresses of http and https are links; anything
 * else is text.
 */
export const readInline = (text: string): InlinePart[] => {
  const parts: InlinePart[] = []
  let end = 0
  for (const found of text.matchAll(marks)) {
    const [all, code, strong, star, underscore, name, target, address] = found
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) })
    end = found.index + all.length
    const emphasis = star ?? underscore
    const href = target ?? address
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis })
    else if (href !== undefined) parts.push({ kind: 'link', text: name ?? href, href })
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
