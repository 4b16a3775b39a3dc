import { type Outline, plainText } from '@amelia/markdown'
import type { Group } from '../group/group-tasks.ts'

/** The sentences of a plan about the order of one story. */
export interface StoryOrder {
  /** Whether one states that the story waits for the foundation. */
  afterFoundation: boolean
  /** Whether one states a dependency in known words, so that it replaces the order of the document. */
  isKnown: boolean
  /** Positions of other phases with stories that the sentences name, or that block this one. */
  names: Set<number>
}

/** The phases that are stories, by position, with the sentences about them. */
export interface Stories {
  /** The position of the last phase before the first story; -1 without one. */
  foundation: number
  orders: Map<number, StoryOrder>
  /** The sentences that were read. */
  sentences: { line: number; text: string }[]
}

const number = '(?:us[ -]?|user stor(?:y|ies) |stor(?:y|ies) )?0*\\d{1,3}\\b'
const reference = new RegExp(
  `\\b(?:(us|user stor(?:y|ies)|stor(?:y|ies))[ #-]{0,2}|(phases? ))(\\d{1,3}\\b(?:(?:\\s?(?:,|/|&|\\+|and\\b|or\\b)\\s?(?:and )?|[-–])${number}){0,20})`,
  'gi',
)
const dependency =
  /\b(?:after|depends? (?:up)?on|requires?|needs|follows|blocked by|builds (?:up)?on|extends|uses|waits? for|prerequisites?:)\s/i
/** The dependency is stated right before a reference. */
const endsWithDependency =
  /\b(?:after|depends? (?:up)?on|requires?|needs|follows|blocked by|builds (?:up)?on|waits? for)\s(?:the )?$/i
const section = /depend[eê]nc/i
const others = /\b(?:parallel|within|strategy|examples?)\b/i
const longest = 1000
const mostSentences = 50
const mostInRange = 50

/** Finds the stories of a Spec Kit checklist, and reads what its section Dependencies states about each. */
export const readStories = (
  { blocks }: Outline,
  groups: readonly Group[],
  ids: readonly string[],
): Stories => {
  const orders = new Map<number, StoryOrder>()
  const ofStory = new Map<number, number>()
  const ofPhase = new Map(ids.map((id, at) => [Number(id), at]))
  groups.forEach(({ title }, at) => {
    const [first] = readNames(title.slice(0, 100))
    if (!first || first.isPhase) return
    orders.set(at, { afterFoundation: false, isKnown: false, names: new Set() })
    for (const story of first.numbers) if (!ofStory.has(story)) ofStory.set(story, at)
  })
  const foundation = Math.min(...orders.keys(), groups.length) - 1
  const stories: Stories = { foundation, orders, sentences: [] }
  if (orders.size < 2) return stories
  const isFoundation = createIsFoundation(groups[foundation]?.title, ids[foundation])
  const positionsOf = ({ numbers, isPhase }: Name): number[] =>
    numbers.flatMap((each) => (isPhase ? ofPhase : ofStory).get(each) ?? []).filter((at) => orders.has(at))
  const read = (text: string, line: number): void => {
    const names = readNames(text)
    const [first] = names
    if (!first || first.start > 3) return
    const subjects = new Set(positionsOf(first))
    const [subject] = subjects
    const order = subject === undefined ? undefined : orders.get(subject)
    if (!order || subject === undefined || subjects.size > 1) return
    const rest = text.slice(first.end)
    const blocks = first.end + Math.max(0, rest.search(/\b(?:blocks|enables|unblocks)\b/i))
    const isBlocking = blocks > first.end
    const isAfter = isFoundation(rest)
    order.afterFoundation ||= isAfter
    order.isKnown ||= dependency.test(isBlocking ? text.slice(first.end, blocks) : rest)
    let isUsed = isAfter
    for (const name of names.slice(1)) {
      const isForward = endsWithDependency.test(text.slice(0, name.start))
      for (const at of positionsOf(name)) {
        if (at === subject) continue
        const isBlocked = isBlocking && name.start > blocks
        if (isBlocked) orders.get(at)?.names.add(subject)
        else if (at < subject || isForward) order.names.add(at)
        isUsed ||= isBlocked || at < subject || isForward
      }
    }
    if (isUsed && stories.sentences.length < mostSentences)
      stories.sentences.push({ line, text: `read as the order of a story: "${shorten(text)}"` })
  }
  let level = 0
  let isOther = false
  for (const block of blocks) {
    if (block.kind === 'heading' && block.depth === 0) {
      const title = plainText(block.text)
      if (level > 0 && block.level <= level) level = 0
      if (level === 0 && section.test(title)) level = block.level
      isOther = others.test(title)
    } else if (level > 0 && !isOther && (block.kind === 'item' || block.kind === 'paragraph')) {
      const lines = block.kind === 'item' ? [block.text.replaceAll('\n', ' ')] : block.text.split('\n')
      lines.forEach((text, index) => {
        read(plainText(text.slice(0, longest)), block.line + index)
      })
    }
  }
  return stories
}

interface Name {
  numbers: number[]
  isPhase: boolean
  start: number
  end: number
}

/** Finds `US1`, `User Stories 1 and 2`, `US3-US7` and `Phase 3` in a text. */
const readNames = (text: string): Name[] =>
  [...text.matchAll(reference)].map((match) => {
    const [all, , phase, list = ''] = match
    const numbers: number[] = []
    for (const part of list.matchAll(/([-–]?)\D*?(\d+)/g)) {
      const value = Number(part[2])
      const last = numbers.at(-1)
      if (part[1] !== '' && last !== undefined)
        for (let at = last + 1; at < Math.min(value, last + mostInRange); at++) numbers.push(at)
      numbers.push(value)
    }
    return { numbers, isPhase: phase !== undefined, start: match.index, end: match.index + all.length }
  })

/** Returns a test for a text that names the foundation: by its id, or by the first word of its title. */
const createIsFoundation = (title = '', id = ''): ((text: string) => boolean) => {
  const word = /\p{L}{4,}/u.exec(title)?.[0].toLowerCase()
  return (text) =>
    (word !== undefined && text.toLowerCase().includes(word)) ||
    (title !== '' && /\bfoundation/i.test(text)) ||
    readNames(text).some(({ isPhase, numbers }) => isPhase && numbers.some((each) => String(each) === id))
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}...` : text)
