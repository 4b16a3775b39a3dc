import type { PlanIssue, PlanReading } from '@amelia/core/plugin'
import type { DocumentNode } from '../data/document-node.ts'
import { readYaml } from '../data/read-yaml.ts'
import type { Outline } from '../outline/outline.ts'
import { findUnread, reportUnread } from './account-for-data.ts'

/** The values of the front matter that are not part of the plan. */
export interface FrontMatterAccount {
  /** Values that have the form of work; the issues name them. */
  skipped: PlanReading['skipped']
  /** All others. */
  notes: NonNullable<PlanReading['notes']>
  /** Warnings about the skipped values. */
  issues: PlanIssue[]
}

/**
 * Accounts for the front matter of a Markdown plan. Values with the form of work that no reader took are
 * skipped; the others are noted, because most are about the file.
 *
 * `node` is the front matter from which readers took values. Default: nobody took any.
 */
export const accountForFrontMatter = (
  { frontMatter }: Outline,
  node: DocumentNode | undefined = frontMatter && readYaml(frontMatter.text).node,
): FrontMatterAccount => {
  if (!frontMatter) return { skipped: [], notes: [], issues: [] }
  if (!node) {
    const text = 'the front matter is not valid YAML, so only its title is read'
    return { skipped: [], notes: [{ line: frontMatter.line, text }], issues: [] }
  }
  const unread = findUnread(node).map((each) => ({ ...each, line: each.line + frontMatter.line }))
  const work = unread.filter(({ isWork }) => isWork)
  return {
    skipped: work.map(({ line, path }) => ({ line, text: path, work: true })),
    notes: unread
      .filter(({ isWork }) => !isWork)
      .map(({ line, path }) => ({ line, text: `"${path}" of the front matter is not part of the plan` })),
    issues: reportUnread(work, 'work in the front matter is not read'),
  }
}
