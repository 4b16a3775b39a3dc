import type { PhaseDraft } from '@amelia/core/plugin'
import { isCriteriaHeading } from './is-beside-work.ts'
import type { Outline } from '../outline/outline.ts'
import { plainText } from '../words/plain-text.ts'

/** Sections of criteria that are read. More are ignored, so that reading takes linear time. */
const mostSections = 20
const mostCriteria = 200
const mostInRange = 50

const open = new Set<string>(['pending', 'in_progress'])

/**
 * Adds the criteria of a plan to the texts of its phases, so that agents and reviewers read them.
 *
 * A phase that refers to numbered criteria, such as `(AC: 1, 2)`, gets these; other criteria belong to the
 * last phase that is not closed. Criteria inside a phase are there already.
 */
export const addCriteria = (outline: Outline, phases: readonly PhaseDraft[]): PhaseDraft[] => {
  const sections = findSections(outline).filter(({ text }) => !phases.some((phase) => contains(phase, text)))
  if (sections.length === 0) return [...phases]
  const references = phases.map(readReferences)
  const added = phases.map((): string[] => [])
  const last = phases.findLastIndex(({ status = 'pending' }) => open.has(status))
  const rest = added.at(last)
  for (const { label, text, criteria } of sections) {
    const numbers = new Set(references.flat().filter((number) => criteria.has(number)))
    const named = (wanted: Iterable<number>): string =>
      `${label}:\n${[...wanted].map((number) => `${number}. ${criteria.get(number) ?? ''}`).join('\n')}`
    if (numbers.size === 0) {
      rest?.push(`${label}:\n${text}`)
      continue
    }
    references.forEach((own, index) => {
      const wanted = own.filter((number) => criteria.has(number))
      if (wanted.length > 0) added[index]?.push(named(wanted))
    })
    const others = [...criteria.keys()].filter((number) => !numbers.has(number))
    if (others.length > 0) rest?.push(named(others))
  }
  return phases.map((phase, index) => {
    const texts = [phase.body ?? '', ...(added[index] ?? [])].filter((text) => text !== '')
    return { ...phase, body: texts.join('\n\n') }
  })
}

interface CriteriaSection {
  label: string
  text: string
  /** Its numbered criteria. */
  criteria: ReadonlyMap<number, string>
}

const findSections = ({ blocks, lines }: Outline): CriteriaSection[] => {
  const sections: CriteriaSection[] = []
  for (let at = 0; at < blocks.length && sections.length < mostSections; at++) {
    const heading = blocks[at]
    if (heading?.kind !== 'heading' || heading.depth > 0 || heading.level === 1) continue
    const label = plainText(heading.text).replace(/\s*[:：]$/u, '')
    if (!isCriteriaHeading(label) && !/^validation (?:and|&) acceptance$/i.test(label)) continue
    const criteria = new Map<number, string>()
    let end = at + 1
    for (let block = blocks[end]; block; block = blocks[++end]) {
      if (block.kind === 'heading' && block.depth === 0 && block.level <= heading.level) break
      if (block.kind !== 'item' || block.nesting !== 1 || criteria.size >= mostCriteria) continue
      const number = Number(/^\d{1,4}/.exec(block.marker)?.[0] ?? Number.NaN)
      if (Number.isInteger(number)) criteria.set(number, block.text.replace(/\s+/g, ' ').trim())
    }
    const last = (blocks[end]?.line ?? lines.length + 1) - 1
    const text = lines.slice(heading.endLine, last).join('\n').trim()
    if (text !== '') sections.push({ label, text, criteria })
    at = end - 1
  }
  return sections
}

const contains = ({ body = '', subtasks = [] }: PhaseDraft, text: string): boolean =>
  body.includes(text) || subtasks.some((subtask) => subtask.body?.includes(text))

const acs = /\(ACs?\b[:\s#]{0,4}([\d,\s#&-]{1,60})\)/gi

/** Returns the numbers in `(AC: 1, 2)` or `(AC: 1-3)` of a phase. */
const readReferences = ({ title, body = '', subtasks = [] }: PhaseDraft): number[] => {
  const texts = [title, body, ...subtasks.map((subtask) => `${subtask.title}\n${subtask.body ?? ''}`)]
  const numbers = new Set<number>()
  for (const text of texts) {
    for (const [, list = ''] of text.matchAll(acs)) {
      for (const [, first = '', last = first] of list.matchAll(/(\d{1,3})(?:\s?-\s?#?(\d{1,3}))?/g)) {
        const end = Math.min(Number(last), Number(first) + mostInRange)
        for (let number = Number(first); number <= end; number++) numbers.add(number)
      }
    }
  }
  return [...numbers].sort((one, other) => one - other)
}
