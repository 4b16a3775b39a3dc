import type { Plan, PlanIssue } from '@amelia/core'
import { words, showContent } from '@amelia/core/view'
import type { KeyReader } from '../../terminal/read-keys.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapText } from '../../terminal/wrap-text.ts'

/** A text of a plan that a person edited, as it was checked. */
export interface EditedPlan {
  text: string
  /** The plan, if it can be read. */
  plan?: Plan
  issues: readonly PlanIssue[]
  /** Whether it can be run. */
  ok: boolean
}

/** A plan that an agent wrote. */
export interface WrittenPlan {
  text: string
  plan: Plan
  issues: readonly PlanIssue[]
}

/** The answer of a person to a plan; `edited` is the text to use in place of the agent's. */
export interface PlanAnswer {
  choice: 'approve' | 'reject' | 'quit'
  feedback?: string
  edited?: string
}

interface PlanQuestion extends KeyReader {
  /** Has the person edit a text, and checks the result. Returns why that is not possible. */
  edit(text: string): Promise<EditedPlan | string>
  /** Whether the editor opens before the first question. */
  editsFirst?: boolean
  /** Lists the facts about a plan that a person judges beside its text. */
  facts(shown: EditedPlan & { plan: Plan }): string[]
}

const keys = { a: 'approve', r: 'reject', e: 'edit', q: 'quit' } as const

/** Shows a plan that an agent wrote, and asks whether to use it. A plan with errors cannot be approved. */
export const askAboutPlan = async (
  { screen, columns, paint }: Pick<Terminal, 'screen' | 'columns' | 'paint'>,
  { readKey, readLine, edit, editsFirst = false, facts }: PlanQuestion,
  written: WrittenPlan,
): Promise<PlanAnswer> => {
  const width = Math.min(columns, 100)
  let shown: EditedPlan = { ...written, ok: true }
  const isEdited = (): boolean => shown.text !== written.text
  const answer = (choice: PlanAnswer['choice'], feedback?: string): PlanAnswer => ({
    choice,
    ...(feedback !== undefined && { feedback }),
    ...(isEdited() && { edited: shown.text }),
  })
  const change = async (): Promise<void> => {
    const edited = await edit(shown.text)
    if (typeof edited === 'string') screen.write(`  ${edited}\n`)
    else shown = edited
  }
  screen.write(`${showContent(shown.text.trimEnd()).join('\n')}\n`)
  if (editsFirst) await change()
  for (;;) {
    const offered = Object.entries(keys).filter(([, choice]) => shown.ok || choice !== 'approve')
    const { plan } = shown
    const lines = [
      ...(plan ? facts({ ...shown, plan }).flatMap((line) => wrapFact(line, width)) : []),
      ...wrapText(`? ${questionOf(shown, isEdited())}`, width).map((line) => paint(line, 'strong')),
      ...shown.issues.flatMap(({ severity, line, message }) =>
        wrapText(words.plainLabel(`${severity} in line ${line}: ${message}`), width - 2).map(
          (text) => `  ${text}`,
        ),
      ),
      paint(offered.map(([key, choice]) => `[${key}] ${choice}`).join('  '), 'warn'),
    ]
    screen.write(`\n${lines.join('\n')}\n`)
    const choice = await readKey((key) => offered.find(([each]) => each === key)?.[1])
    screen.write(`  -> ${choice ?? 'quit'}\n`)
    if (choice === 'reject') {
      const feedback = await readLine('Changes to make (Enter: back to the question): ')
      if (feedback === undefined) return answer('quit')
      if (feedback !== '') return answer('reject', feedback)
    } else if (choice === 'edit') await change()
    else return answer(choice ?? 'quit')
  }
}

const questionOf = ({ plan, ok, issues }: EditedPlan, isEdited: boolean): string => {
  const phases = plan?.phases.length ?? 0
  const size = phases === 1 ? '1 phase' : `${phases} phases`
  const errors = issues.filter(({ severity }) => severity === 'error').length
  if (!ok) return `Your edited plan has ${errors === 1 ? '1 error' : `${errors} errors`}. Edit it again?`
  return isEdited ? `Your edited plan has ${size}. Use it?` : `The agent wrote this plan of ${size}. Use it?`
}

/** Wraps a line with its indentation. */
const wrapFact = (line: string, width: number): string[] => {
  const text = line.trimStart()
  const indent = ' '.repeat(line.length - text.length)
  return wrapText(text, width - indent.length).map((part) => `${indent}${part}`)
}
