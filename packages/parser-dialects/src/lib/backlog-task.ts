import {
  defineParser,
  type PhaseDraft,
  phaseFields,
  type PlanIssue,
  type PlanParserV1,
  readStatus,
} from '@amelia/core/plugin'
import { type Outline, plainText, readOutline, readYaml } from '@amelia/markdown'
import { nothingFound } from './read-json-plan.ts'
import { oneLine, textOf, textsOf, valueOf } from './value-of.ts'

/**
 * Creates a parser for a task file of Backlog.md: front matter with `id`, `title` and `status`, and sections.
 *
 * The file is one phase, with the sections as its body, criteria included. Dependencies on other files are
 * outside the plan, and reported.
 */
export const backlogTask = (): PlanParserV1 =>
  defineParser({
    id: 'backlog-task',
    detect: (source) => {
      const { frontMatter } = readOutline(source)
      const keys = ['id', 'title', 'status'].filter((key) =>
        new RegExp(`^${key}:`, 'm').test(frontMatter?.text ?? ''),
      )
      return keys.length === 3 ? 0.97 : 0
    },
    parse: (source) => {
      const outline = readOutline(source)
      const { frontMatter } = outline
      const { node, issues } = frontMatter ? readYaml(frontMatter.text) : { node: undefined, issues: [] }
      // The text begins on the line after `---`.
      for (const issue of issues) issue.line += frontMatter?.line ?? 0
      if (!node) {
        const none = nothingFound('The file has no front matter with "id", "title" and "status".', {
          line: 1,
          column: 1,
        })
        return { issues: issues.length > 0 ? issues : [none] }
      }
      const id = textOf(valueOf(node, 'id')).toLowerCase()
      const title = oneLine(textOf(valueOf(node, 'title')))
      const said = textOf(valueOf(node, 'status'))
      const status = readStatus(said)
      const priority = phaseFields.priority.read(textOf(valueOf(node, 'priority')))
      const line = frontMatter?.line ?? 1
      const warn = (code: PlanIssue['code'], message: string): void => {
        issues.push({ severity: 'warning', code, message, line, column: 1 })
      }
      if (said !== '' && !status)
        warn('STATUS_UNKNOWN', `The status "${said.slice(0, 40)}" is unknown, so it counts as pending.`)
      const others = textsOf(valueOf(node, 'dependencies'))
      if (others.length > 0)
        warn(
          'CONTENT_SKIPPED',
          `The task depends on ${others.join(', ').slice(0, 100)}, outside this file: complete them first.`,
        )
      const phase: PhaseDraft = {
        ...{ id: id || '1', title: title || id, body: bodyOf(outline), line },
        ...(status && { status }),
        ...(priority !== undefined && { priority }),
      }
      return { plan: { title: title || id, goal: descriptionOf(outline), phases: [phase] }, issues }
    },
  })

const bodyOf = ({ lines, frontMatter }: Outline): string =>
  lines
    .slice(frontMatter?.endLine ?? 0)
    .join('\n')
    .trim()

const descriptionOf = ({ blocks }: Outline): string => {
  const first = blocks.find((block) => block.kind === 'paragraph' && block.depth === 0)
  return first?.kind === 'paragraph' ? plainText(first.text) : ''
}
