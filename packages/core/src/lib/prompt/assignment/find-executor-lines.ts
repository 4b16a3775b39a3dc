import { oneLine } from '../../text/one-line.ts'

/** Words for whom a paragraph begins, such as `For agentic workers:`. */
const addressed =
  /^\W*for (?:the |any |all )?(?:(?:agentic|ai|coding|executing|implementing) )*(?:workers?|agents?|assistants?|executors?|implementers?|claude(?: code)?|codex|gemini|copilot|cursor|llms?)\b\W*:/i

/** How the plan is to be executed, and by what. */
const method =
  /\bskills?\b|\bsub-?agents?\b|\bsuperpowers\b|\btask[- ]by[- ]task\b|\b(?:execut|implement)\w* (?:this|the) (?:implementation )?plan\b/i

/** A skill that is required, or a command of an agent that executes plans. */
const demand =
  /\brequired (?:sub-?)?skill\b|\b(?:use|using|run|running|start|invoke)\b[^.!?]{0,40}(?:\bsuperpowers:|(?<![\w/.])`?\/(?:speckit\.|[a-z][\w-]*:)[\w-]+|(?<![\w/.])`?\/[a-z][\w-]*`? skill\b)/i

/** Words about the execution of a plan, without which a command is one of the project. */
const execution = /\b(?:execut|implement)\w*|\bplan\b|\bphases?\b|\btasks?\b/i

/**
 * Finds the lines of a plan's header that are for whoever executes the plan: a skill that it requires, or a
 * command of another tool. They do not concern the agent of a phase. Numbers count from 1.
 *
 * Sentences decide, each with all its lines. Lines in fences are content.
 */
export const findExecutorLines = (lines: readonly string[]): number[] =>
  paragraphsOf(lines).flatMap((sentences) => {
    const texts = sentences.map(({ text }) => oneLine(text.join(' ').replaceAll(/[*_]{2}/g, '')))
    const isAddressed = addressed.test(texts[0]!)
    const found = texts.map((text) => (isAddressed && method.test(text)) || isDemand(text))
    if (isAddressed && found.includes(true)) found[0] = true
    return sentences.flatMap(({ start, text }, index) =>
      found[index] ? text.map((_, at) => start + at) : [],
    )
  })

const isDemand = (text: string): boolean => demand.test(text) && execution.test(text)

/** The lines of a sentence, or of several that share a line. */
interface Sentence {
  /** Its first line, from 1. */
  start: number
  text: string[]
}

/** The sentences of paragraphs, items of lists and headings; a quotation's marks are no text. */
const paragraphsOf = (lines: readonly string[]): Sentence[][] => {
  const paragraphs: Sentence[][] = []
  let fence = ''
  let open: Sentence[] | undefined
  lines.forEach((line, index) => {
    const text = line.replace(/^[\s>]+/, '')
    const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(text) ?? []
    if (mark !== '' && (fence === '' || text.startsWith(fence))) fence = fence === '' ? mark : ''
    if (fence !== '' || mark !== '' || text.trim() === '') return void (open = undefined)
    if (open === undefined || /^(?:[-*+]|\d+[.)]|#+)\s/.test(text)) paragraphs.push((open = []))
    const last = open.at(-1)
    if (last && !/[.!?:][*_)"'`]*\s*$/.test(last.text.at(-1)!)) last.text.push(text)
    else open.push({ start: index + 1, text: [text] })
    if (text.startsWith('#')) open = undefined
  })
  return paragraphs
}
