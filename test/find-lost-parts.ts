import type { PlanCheck } from '@amelia/core'
import { normalizePhaseId } from '@amelia/core/plugin'
import {
  type Block,
  foldHead,
  isBesideWork,
  isCriteriaHeading,
  plainText,
  readOutline,
} from '@amelia/markdown'

/** A heading or a box of a document, found without the code that accounts for them. */
interface Part {
  line: number
  /** The line as written. */
  written: string
  text: string
  /** 0 for a box. */
  level: number
  /** The last line of the section of a heading. */
  end: number
  /** The headings above it, the nearest first. */
  above: Part[]
  criteria: boolean
  /** Whether a box is directly below a heading. */
  hasBox: boolean
}

/**
 * Lists the headings and boxes of a document that are not in the plan, not about criteria, not context and
 * not named by a warning `CONTENT_SKIPPED`. Decides by the texts of the plan, not by what the reader reports.
 */
export const findLostParts = (source: string, { plan, issues, reading }: PlanCheck): string[] => {
  if (!plan) return []
  const parts = listParts(source)
  const texts = plan.phases.flatMap((phase) => [phase.body, ...phase.subtasks.map(({ body }) => body)])
  const all = texts.join('\n')
  const work = new Set(
    plan.phases.flatMap(({ line, subtasks }) => [line, ...subtasks.map((each) => each.line)]),
  )
  const named = new Set<number>()
  for (const { code, message } of issues) {
    const [, from, to] =
      /\(lines? (\d+)(?: to (\d+))?\)/.exec(code === 'CONTENT_SKIPPED' ? message : '') ?? []
    for (let line = Number(from); line <= Number(to ?? from); line++) named.add(line)
  }
  const context = new Set(reading?.context.map(({ line }) => line))
  const first = Math.min(...work)
  const series = new Set(parts.flatMap((part) => (work.has(part.line) ? (seriesOf(part) ?? []) : [])))
  const title = parts.find(({ level }) => level > 0)

  /** The headings that may be the section of an id: the first one, and the first with Phase. */
  const sectionsOf = (id: string): Part[] => {
    const all = parts.filter((part) => part.level > 0 && !part.criteria && idOf(part.text) === id)
    return [...all.slice(0, 1), ...all.filter(({ text }) => /^\W*phase/i.test(foldHead(text))).slice(0, 1)]
  }
  const own = new Set(
    plan.phases
      .flatMap((phase) => [phase, ...phase.subtasks])
      .flatMap(({ id }) => sectionsOf(normalizePhaseId(id))),
  )

  const isInPlan = (part: Part): boolean =>
    work.has(part.line) || own.has(part) || all.includes(part.written.trim())
  /** A box may report the status of a phase. */
  const isStatus = ({ level, text }: Part): boolean => level === 0 && statusBox.test(text)
  const isRead = (part: Part): boolean => {
    const { line, end, level, text } = part
    return (
      isInPlan(part) ||
      isStatus(part) ||
      // The engine commits by itself.
      (level === 0 && /commit/i.test(text)) ||
      // A heading may be above a table with the status of the phases.
      (level > 0 &&
        source
          .split(/\r\n|\r|\n/)
          .slice(line, end)
          .some((row) => /^\|.*\d.*\|/.test(row.trim()))) ||
      // A heading may group phases and subtasks.
      (level > 0 &&
        ([...work].some((each) => each > line && each <= end) ||
          parts.some((each) => each.line > line && each.line <= end && (isInPlan(each) || isStatus(each)))))
    )
  }
  const isContext = (part: Part): boolean =>
    part.level > 0 &&
    context.has(part.line) &&
    (part.line < first || [part, ...part.above].some(({ text, level }) => level > 1 && isAside(text))) &&
    !series.has(seriesOf(part) ?? '')
  return parts.flatMap((part) => {
    if (named.has(part.line)) {
      return work.has(part.line) ? [`line ${part.line} is work, but reported as skipped`] : []
    }
    if (
      part.criteria ||
      isRead(part) ||
      isContext(part) ||
      (part === title && !series.has(seriesOf(part) ?? ''))
    )
      return []
    return [`line ${part.line} is lost: ${part.written}`]
  })
}

const idOf = (text: string): string =>
  normalizePhaseId(/^[^\p{L}\p{N}]*(?:phase[ -])?\s*([\p{L}\p{N}.-]+)/iu.exec(foldHead(text))?.[1] ?? '')

const statusBox =
  /^\P{L}*(?:\(.{1,60}\)\s*)?(?:phase|milestone|stage|step|task|pr|part|sprint|阶段|步骤|任务|フェーズ|ステップ|タスク|단계|작업)\P{L}{0,4}[\p{L}\p{N}]/iu

const isAside = (text: string): boolean =>
  isBesideWork(text) ||
  /^(?:dependencies|phase dep|user story dep|within each|parallel|implementation strat|format:|path conv)/i.test(
    text,
  )

const seriesOf = ({ level, text }: Part): string | undefined => {
  const match = level > 0 ? /^[^\p{L}\p{N}]{0,8}(?:(\p{L}{1,20})[\s#-]{0,3})?\p{N}/u.exec(text) : null
  return match ? `${level} ${(match[1] ?? '').toLowerCase()}` : undefined
}

const listParts = (source: string): Part[] => {
  const { blocks, lines } = readOutline(source)
  const parts: Part[] = []
  let above: Part[] = []
  let label = false
  let itemEnd = 0
  const isLabel = (text: string): boolean => {
    const plain = plainText(text.split('\n')[0] ?? '')
    return /[:：]$/.test(plain) && isCriteriaHeading(plain)
  }
  const add = (block: Block, text: string, level: number, criteria: boolean): Part => {
    const written = lines[block.line - 1] ?? ''
    const part = { line: block.line, written, text, level, end: lines.length, above, criteria, hasBox: false }
    parts.push(part)
    return part
  }
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 0) {
      for (const part of above) if (part.level >= block.level) part.end = block.line - 1
      above = above.filter(({ level }) => level < block.level)
      const text = plainText(block.text)
      const inCriteria = isCriteriaHeading(text) || above.some((each) => each.level > 1 && each.criteria)
      above = [add(block, text, block.level, inCriteria), ...above]
      label = false
    } else if (block.kind === 'paragraph' && block.depth === 0) label = isLabel(block.text)
    else if (block.kind === 'item' && block.depth === block.nesting - 1) {
      if (isLabel(block.text) && block.line > itemEnd) itemEnd = block.endLine
      if (block.checked === undefined) continue
      const inCriteria = above.some((each) => each.level > 1 && each.criteria)
      add(block, plainText(block.text), 0, label || block.line <= itemEnd || inCriteria)
    }
  }
  return parts
}
