import type { Plan } from '@amelia/core'
import { type Paint, words, type ConsequenceFacts, isHighRisk, wrapContent } from '@amelia/core/view'
import { choiceKeys, phasesKey } from '../../../question/choice-keys.ts'
import { fitText, padText, widestOf } from '../../../terminal/fit-text.ts'
import { wrapText } from '../../../terminal/wrap-text.ts'
import type { GateFacts } from '../detail/load-gate-facts.ts'
import { chosenOf, type LiveState, type OpenGate } from '../key/live-state.ts'

export interface QuestionView extends ConsequenceFacts {
  readonly plan: Pick<Plan, 'phases'>
  readonly gates: readonly OpenGate[]
  readonly focus: string
  /** Known once they have been read. */
  readonly facts: GateFacts | undefined
  /** The lines that a person has scrolled to. */
  readonly read: LiveState['read']
  /** The phases that a person has chosen for the next answer. */
  readonly chosen: LiveState['chosen'] | undefined
  readonly columns: number
  /** The most lines to use. */
  readonly room: number
  /** With fewer lines for its facts, a question leaves out what a person can do without. */
  readonly leastRows: number
  readonly ascii: boolean
  readonly paint: Paint
}

/** The lines of a question, and the measures that keys depend on. */
export interface RenderedQuestion {
  readonly lines: readonly string[]
  /** How many of the lines that scroll have not been on the screen yet. */
  readonly hidden: number
  /** How many lines scroll. */
  readonly length: number
  /** How many of them fit. */
  readonly rows: number
}

/** The other open questions that are listed. */
const mostListed = 3

/**
 * Renders the open questions, and the one with the focus: its facts, and each answer with its consequences.
 * Facts that do not fit scroll, and nothing in them is cut. In a small terminal the question scrolls with
 * them, and only the names of the answers are shown.
 */
export const renderQuestion = (view: QuestionView): RenderedQuestion => {
  const { gates, focus, facts: read, columns, room, paint } = view
  const at = Math.max(
    0,
    gates.findIndex(({ gate }) => gate.id === focus),
  )
  const asked = gates[at]
  if (!asked) return { lines: [], hidden: 0, length: 0, rows: 0 }
  const found = { ...asked, gate: chosenOf(view, asked.gate), of: asked.gate }
  const { gate } = found
  const width = Math.min(columns - 1, 100)
  const question = wrapText(words.plainLabel(gate.question), width).map((line) => paint(line, 'strong'))
  const facts = [
    ...(read?.rows ?? []).flatMap(([label, text]) => labelled(label, text, width, paint)),
    ...(read?.details ?? gate.details).flatMap((text) => wrapContent(text, width)),
    ...gate.suggestions
      .filter(isNews)
      .flatMap((text) =>
        words.plainLabel(text) === text
          ? labelled('Suggestion', text, width, paint)
          : wrapContent(`Suggestion: ${text}`, width),
      ),
  ]
  const title = rule(titleOf(found, at, view), view)
  const fit = (body: readonly string[], fixed: readonly string[], answers: readonly string[]) => ({
    ...{ body, fixed, answers },
    left: room - 1 - fixed.length - answers.length,
  })
  const list = otherLines(view, at, width)
  const full = fit(facts, [...list, ...question], answerLines(found, view, width))
  const isSmall = full.body.length > full.left && full.left < view.leastRows
  const { body, fixed, answers, left } = isSmall
    ? fit([...question, ...facts], [], answerNames(found, view, width))
    : full
  const rows = body.length > left ? Math.max(1, left - 1) : body.length
  const scrolled = view.read?.gateId === gate.id ? view.read : { top: 0, seen: 0 }
  const top = Math.min(scrolled.top, body.length - rows)
  const seen = top <= scrolled.seen ? Math.max(scrolled.seen, top + rows) : scrolled.seen
  const hidden = Math.max(0, body.length - seen)
  const place =
    hidden > 0
      ? `${hidden} more lines: l, down, up`
      : `lines ${top + 1}-${top + rows} of ${body.length}: up, down`
  const more = rows < body.length ? [paint(`  ${view.ascii ? '...' : '…'} ${place}`, 'dim')] : []
  const shown = body.slice(top, top + rows)
  const lines = [title, ...fixed, ...shown, ...more, ...answers].slice(0, room)
  return { lines, hidden, length: body.length, rows }
}

/** Whether a suggestion says more than the consequences of the answers. */
const isNews = (suggestion: string): boolean => !/^(?:done-by-hand|skip): /.test(suggestion)

/** A question for the phases that are chosen, `of` the question itself. */
interface ShownGate extends OpenGate {
  readonly of: OpenGate['gate']
}

const titleOf = ({ gate, number, of }: ShownGate, at: number, view: QuestionView): string => {
  const { gates, plan } = view
  const phases = plan.phases.filter(({ id }) => gate.phaseIds.includes(id))
  const [first] = phases
  const about =
    first === undefined
      ? 'the run'
      : phases.length === 1
        ? `phase ${words.plainLabel(first.id)}: ${words.plainLabel(first.title)}`
        : `phases ${phases.map(({ id }) => words.plainLabel(id)).join(', ')}`
  const risk = isHighRisk(gate, plan) ? ', high risk' : ''
  const some = gate === of ? '' : ` (only ${gate.phaseIds.length} of ${of.phaseIds.length})`
  return `Question ${at + 1} of ${gates.length}  #${number}  ${about}${some}${risk}`
}

/** Lists the other open questions, in the order in which Tab reaches them. */
const otherLines = ({ gates, ascii, paint }: QuestionView, at: number, width: number): string[] => {
  const others = [...gates.slice(at + 1), ...gates.slice(0, at)]
  const lines = others.slice(0, mostListed).map(({ gate, number, is }) => {
    const state = is === undefined ? '' : is === 'left' ? 'left open: ' : 'answered: '
    const text = `   #${number}  ${state}${words.plainLabel(gate.question)}`
    return paint(fitText(text, width, ascii ? '...' : '…'), 'dim')
  })
  const rest = others.length - lines.length
  return [...lines, ...(rest > 0 ? [paint(`   and ${rest} more`, 'dim')] : [])]
}

const answerLines = ({ gate, is, of }: ShownGate, view: QuestionView, width: number): string[] => {
  if (is === 'answering' || is === 'saved') return [view.paint('  Answered.', 'dim')]
  const names = widestOf(gate.choices)
  const line = (key: string, name: string, text: string): string =>
    `  ${view.paint(key, 'warn')}  ${padText(name, names)}  ${view.paint(fitText(text, width - names - 7, view.ascii ? '...' : '…'), 'dim')}`
  return [
    ...gate.choices.map((choice) =>
      line(choiceKeys[choice], choice, words.describeConsequence(gate, choice, view)),
    ),
    ...(words.asksByPhase(of) ? [line(phasesKey, 'phases', 'the next answer is for some of them')] : []),
  ]
}

/** The keys and names of the answers, without their consequences. */
const answerNames = ({ gate, is, of }: ShownGate, view: QuestionView, width: number): string[] => {
  if (is === 'answering' || is === 'saved') return [view.paint('  Answered.', 'dim')]
  // A key and its answer stay on one line.
  const keys = gate.choices.map((choice) => [choiceKeys[choice], choice])
  if (words.asksByPhase(of)) keys.push([phasesKey, 'phases'])
  const names = keys.map((each) => each.join('\u00a0')).join('  ')
  return wrapText(names, width - 2).map((line) => view.paint(`  ${line.replaceAll('\u00a0', ' ')}`, 'warn'))
}

const rule = (text: string, { columns, ascii, paint }: QuestionView): string => {
  const dash = ascii ? '-' : '─'
  const line = fitText(`${dash}${dash} ${text} `, columns - 1, ascii ? '...' : '…')
  return paint(line + dash.repeat(Math.max(0, columns - 1 - widestOf([line]))), 'warn')
}

const labelWidth = 11

const labelled = (label: string, text: string, width: number, paint: Paint): string[] =>
  wrapText(words.plainLabel(text), width - labelWidth - 3).map(
    (line, at) => `  ${paint(padText(at === 0 ? label : '', labelWidth), 'dim')} ${line}`,
  )
