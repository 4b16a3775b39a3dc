import { type Paint, type Plan, plainLabel } from '@amelia/core'
import { choiceKeys } from '../../../question/choice-keys.ts'
import { type ConsequenceFacts, describeConsequence, isHighRisk } from '@amelia/core/machine'
import { fitText, padText, widestOf } from '../../../terminal/fit-text.ts'
import { wrapText } from '../../../terminal/wrap-text.ts'
import type { GateFacts } from '../detail/load-gate-facts.ts'
import type { OpenGate } from '../key/live-state.ts'

export interface QuestionView extends ConsequenceFacts {
  readonly plan: Pick<Plan, 'phases'>
  readonly gates: readonly OpenGate[]
  readonly focus: string
  /** Known once they have been read. */
  readonly facts: GateFacts | undefined
  readonly columns: number
  /** The most lines to use. */
  readonly room: number
  readonly ascii: boolean
  readonly paint: Paint
}

/** The lines of a question, and how many did not fit. */
export interface RenderedQuestion {
  readonly lines: readonly string[]
  readonly hidden: number
}

/** The other open questions that are listed. */
const mostListed = 3

/**
 * Renders the open questions, and the one with the focus: its facts, and each answer with its consequences.
 * If there is too little room, facts are left out and counted; question and answers are not.
 */
export const renderQuestion = (view: QuestionView): RenderedQuestion => {
  const { gates, focus, facts, columns, room, paint } = view
  const at = Math.max(
    0,
    gates.findIndex(({ gate }) => gate.id === focus),
  )
  const found = gates[at]
  if (!found) return { lines: [], hidden: 0 }
  const { gate } = found
  const width = Math.min(columns - 1, 100)
  const asked = wrapText(plainLabel(gate.question), width).map((line) => paint(line, 'strong'))
  const answers = answerLines(found, view, width)
  const list = otherLines(view, at, width)
  const body = [
    ...(facts?.rows ?? []).flatMap(([label, text]) => labelled(label, text, width, paint)),
    ...(facts?.details ?? gate.details).flatMap((text) => indented(text, width)),
    ...gate.suggestions.filter(isNews).flatMap((text) => labelled('Suggestion', text, width, paint)),
  ]
  const title = rule(titleOf(found, at, view), view)
  const fixed = 1 + list.length + asked.length + answers.length
  const left = room - fixed
  const isCut = body.length > left
  const kept = isCut ? body.slice(0, Math.max(0, left - 1)) : body
  const hidden = body.length - kept.length
  const more =
    isCut && left > 0 ? [paint(`  ${view.ascii ? '...' : '…'} ${hidden} more lines: l`, 'dim')] : []
  return { lines: [title, ...list, ...asked, ...kept, ...more, ...answers].slice(0, room), hidden }
}

/** Whether a suggestion says more than the consequences of the answers. */
const isNews = (suggestion: string): boolean => !/^(?:accept|skip): /.test(suggestion)

const titleOf = ({ gate, number }: OpenGate, at: number, view: QuestionView): string => {
  const { gates, plan } = view
  const phases = plan.phases.filter(({ id }) => gate.phaseIds.includes(id))
  const [first] = phases
  const about =
    first === undefined
      ? 'the run'
      : phases.length === 1
        ? `phase ${plainLabel(first.id)}: ${plainLabel(first.title)}`
        : `phases ${phases.map(({ id }) => plainLabel(id)).join(', ')}`
  const risk = isHighRisk(gate, plan) ? ', high risk' : ''
  return `Question ${at + 1} of ${gates.length}  #${number}  ${about}${risk}`
}

/** Lists the other open questions, in the order in which Tab reaches them. */
const otherLines = ({ gates, ascii, paint }: QuestionView, at: number, width: number): string[] => {
  const others = [...gates.slice(at + 1), ...gates.slice(0, at)]
  const lines = others.slice(0, mostListed).map(({ gate, number, is }) => {
    const state = is === undefined ? '' : is === 'left' ? 'left open: ' : 'answered: '
    const text = `   #${number}  ${state}${plainLabel(gate.question)}`
    return paint(fitText(text, width, ascii ? '...' : '…'), 'dim')
  })
  const rest = others.length - lines.length
  return [...lines, ...(rest > 0 ? [paint(`   and ${rest} more`, 'dim')] : [])]
}

const answerLines = ({ gate, is }: OpenGate, view: QuestionView, width: number): string[] => {
  if (is === 'answering' || is === 'saved') return [view.paint('  Answered.', 'dim')]
  const names = widestOf(gate.choices)
  return gate.choices.map((choice) => {
    const text = describeConsequence(gate, choice, view)
    const room = width - names - 7
    return `  ${view.paint(choiceKeys[choice], 'warn')}  ${padText(choice, names)}  ${view.paint(fitText(text, room, view.ascii ? '...' : '…'), 'dim')}`
  })
}

const rule = (text: string, { columns, ascii, paint }: QuestionView): string => {
  const dash = ascii ? '-' : '─'
  const line = fitText(`${dash}${dash} ${text} `, columns - 1, ascii ? '...' : '…')
  return paint(line + dash.repeat(Math.max(0, columns - 1 - widestOf([line]))), 'warn')
}

const labelWidth = 11

const labelled = (label: string, text: string, width: number, paint: Paint): string[] =>
  wrapText(plainLabel(text), width - labelWidth - 3).map(
    (line, at) => `  ${paint(padText(at === 0 ? label : '', labelWidth), 'dim')} ${line}`,
  )

const indented = (text: string, width: number): string[] =>
  wrapText(plainLabel(text), width - 2).map((line) => `  ${line}`)
