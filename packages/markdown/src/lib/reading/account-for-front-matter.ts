import type { PlanIssue, PlanReading } from '@amelia/core/plugin'
import { readYaml } from '../data/read-yaml.ts'
import { dataOf } from '../data/value-of.ts'
import type { Outline } from '../outline/outline.ts'
import { findUnread, reportUnread } from './account-for-data.ts'
import { isTitleKey } from './read-head.ts'

/** The values of the front matter that are not part of the plan. */
export interface FrontMatterAccount {
  /** Values that have the form of work; the issues name them. */
  skipped: PlanReading['skipped']
  /** All others. */
  notes: NonNullable<PlanReading['notes']>
  /** Warnings about the skipped values. */
  issues: PlanIssue[]
  /** The plan's data, from the key `meta`. */
  meta?: Readonly<Record<string, unknown>>
}

/**
 * Accounts for the front matter of a Markdown plan, of which only the title and the object `meta` are read.
 * Values with the form of work are skipped; the others are noted, because most are about the file.
 */
export const accountForFrontMatter = ({ frontMatter }: Outline): FrontMatterAccount => {
  if (!frontMatter) return { skipped: [], notes: [], issues: [] }
  const { node } = readYaml(frontMatter.text)
  if (!node) {
    const text = 'the front matter is not valid YAML, so only its title is read'
    return { skipped: [], notes: [{ line: frontMatter.line, text }], issues: [] }
  }
  let meta: FrontMatterAccount['meta']
  if (node.kind === 'map')
    for (const [key, { value }] of node.entries) {
      if (value.kind === 'scalar' && isTitleKey(key)) value.isRead = true
      if (value.kind === 'map' && key === 'meta') meta = dataOf(value) as FrontMatterAccount['meta'] & object
    }
  const unread = findUnread(node).map((each) => ({ ...each, line: each.line + frontMatter.line }))
  const work = unread.filter(({ isWork }) => isWork)
  return {
    skipped: work.map(({ line, path }) => ({ line, text: path, work: true })),
    notes: unread
      .filter(({ isWork }) => !isWork)
      .map(({ line, path }) => ({ line, text: `"${path}" of the front matter is not part of the plan` })),
    issues: reportUnread(work, 'work in the front matter is not read'),
    ...(meta && { meta }),
  }
}
