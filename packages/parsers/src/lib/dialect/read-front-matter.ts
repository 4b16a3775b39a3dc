import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentNode, type Outline, readYaml } from '@amelia/markdown'

/** Reads the front matter of a task file, and the text below it. Without front matter it is empty. */
export const readFrontMatter = ({
  frontMatter,
  lines,
}: Outline): { node: DocumentNode | undefined; issues: PlanIssue[]; line: number; body: string } => {
  const { node, issues } = frontMatter ? readYaml(frontMatter.text) : { node: undefined, issues: [] }
  // The text begins on the line after `---`.
  for (const issue of issues) issue.line += frontMatter?.line ?? 0
  const body = lines.slice(frontMatter?.endLine ?? 0).join('\n')
  return { node, issues, line: frontMatter?.line ?? 1, body: body.trim() }
}
