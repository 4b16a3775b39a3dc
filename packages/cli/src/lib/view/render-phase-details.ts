import { nounOf, plural } from '../terminal/plural.ts'
import type { GateView, PhaseDetails, PhaseReport } from '@amelia/core'
import { words, type Paint, boundOutput, wrapContent, stripAnsi } from '@amelia/core/view'
import { listTries } from '@amelia/core/machine'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { describeTry } from './describe-try.ts'

export interface RenderDetailsOptions {
  runId: string
  /** The columns of prose. Output, paths and commands are not wrapped. */
  width: number
  /** The columns of texts that a person has to judge. Default: no limit. */
  contentWidth?: number | undefined
  paint: Paint
  /** The commands that show more. */
  next: readonly string[]
  /** The run whose commit of this phase a fork adopted. */
  origin: string | undefined
  /** The open questions about the phase. */
  questions: readonly Pick<GateView, 'question' | 'details' | 'choices'>[]
}

/** The lines of a long text that are shown. */
const mostLines = 20
/** The changed files that are shown. */
const mostFiles = 40

type Changes = NonNullable<PhaseDetails['changes']>

/** Renders all that is known about a phase, in sections. A section without content is left out. */
export const renderPhaseDetails = (
  phase: PhaseReport,
  details: PhaseDetails,
  { runId, width, contentWidth, paint, next, origin, questions }: RenderDetailsOptions,
): string => {
  const { review, failure, evidence, checks, spent } = phase
  // A question about the failure has all of its facts, uncut.
  const isToldHere =
    phase.status !== 'completed' &&
    !questions.some(
      ({ question, details: facts }) => facts.length > 0 && question.endsWith(failure?.message || ' '),
    )
  const sections: readonly (readonly [heading: string, lines: readonly string[]])[] = [
    [
      'Question',
      questions.flatMap(({ question, details: facts, choices }) => [
        ...wrap(question, width),
        ...facts.flatMap((text) => wrapContent(text, contentWidth)),
        ...wrap(`Answers: ${choices.join(', ')}`, width),
      ]),
    ],
    ['Failure', failure && isToldHere ? failureLines(failure, width) : []],
    ['Prompt', quote(details.prompt)],
    [
      'Evidence',
      [
        ...(evidence === undefined || evidence === '' ? [] : wrap(evidence, width)),
        ...checks.map(
          ({ name, passed, argv, durationMs, note }) =>
            `  ${words.plainLabel(`${name} ${passed ? 'passed' : 'failed'}: ${argv.join(' ')} (${words.formatDuration(durationMs)})${note === undefined ? '' : `, ${note}`}`)}`,
        ),
        ...[...(phase.adaptedSteps ?? []), ...(phase.fallbacks ?? [])].flatMap((text) => wrap(text, width)),
        ...(phase.approvals ?? []).flatMap((text) => wrap(`A person approved ${text}.`, width)),
      ],
    ],
    [
      'Review',
      review === undefined
        ? []
        : [
            ...wrap(`${review.approved ? 'approved' : 'changes requested'}: ${review.summary}`, width),
            ...review.comments.flatMap((comment) =>
              wrapContent(words.describeComment(comment), contentWidth ?? width),
            ),
          ],
    ],
    ['Changes', changeLines(details.changes, width)],
    ['Cost', spent === undefined ? [] : [`  ${words.describeUsage(spent)}`]],
    [
      'Transcripts',
      details.transcripts.map(
        ({ attempt, session, role, page }) =>
          `  attempt ${attempt}, session ${session}, ${role}: ${words.plainLabel(page)}`,
      ),
    ],
    ['Summary', quote(details.summary)],
    ['More', next.map((command) => `  ${command}`)],
  ]
  const head = wrapText(
    `Phase ${words.plainLabel(phase.id)} of run ${runId}: ${words.plainLabel(phase.title)}`,
    width,
  )
  return `${[
    ...head.map((line) => paint(line, 'strong')),
    ...wrapText(factsOf(phase, details, origin), width),
    ...sections.flatMap(([heading, lines]) =>
      lines.length === 0 ? [] : ['', paint(heading, 'strong'), ...lines],
    ),
  ].join('\n')}\n`
}

const factsOf = (
  { status, attempt, commit, durationMs, because }: PhaseReport,
  { dependsOn }: PhaseDetails,
  origin: string | undefined,
): string =>
  words.plainLabel(
    [
      origin !== undefined
        ? `adopted from ${origin}`
        : because === undefined
          ? status
          : `${status} because of ${because}`,
      ...(attempt > 1 ? [`attempt ${attempt}`] : []),
      ...(durationMs === undefined ? [] : [words.formatDuration(durationMs)]),
      ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
      ...(dependsOn.length === 0 ? [] : [`after ${dependsOn.join(', ')}`]),
    ].join(', '),
  )

const failureLines = (failure: NonNullable<PhaseReport['failure']>, width: number): string[] => [
  ...wrap(failure.message, width),
  ...listTries(failure).flatMap((each) => [
    ...(failure.tries ? wrap(describeTry(each), width) : []),
    ...quoteAll(boundOutput(stripAnsi(each.output ?? ''), { edgeLines: 10, maxCharacters: 1_600 })),
    ...(each.outputFile === undefined ? [] : [`  Full output: ${words.plainLabel(each.outputFile)}`]),
  ]),
  ...(failure.suggestions ?? []).flatMap((text) => wrap(`Suggestion: ${text}`, width)),
]

/** The folder of the files that a run commits about itself. */
const ownFolder = 'docs/amelia/'

/** Renders the changed files with their numbers of lines. The files of the run about itself take one line. */
export const changeLines = (changes: Changes | undefined, width: number): string[] => {
  if (changes === undefined) return []
  if (changes.length === 0) return ['  No files changed.']
  const isOwn = ({ path }: Changes[number]): boolean => path.startsWith(ownFolder)
  const own = changes.filter(isOwn)
  const others = changes.filter((change) => !isOwn(change))
  const rows = others.slice(0, mostFiles).map(({ path, status, added, removed }) => ({
    path: fitText(words.plainLabel(path), width - 24),
    facts: `${status}, ${added === null || removed === null ? 'binary' : `+${added} -${removed}`}`,
  }))
  const column = widestOf(rows.map(({ path }) => path))
  return [
    ...rows.map(({ path, facts }) => `  ${padText(path, column)}  ${facts}`),
    ...(others.length > mostFiles ? [`  and ${others.length - mostFiles} more`] : []),
    ...(others.length === 0 ? [] : [`  ${totalOf(others)}`]),
    ...(own.length === 0 ? [] : [`  ${ownFolder}: plan, summaries and report, ${totalOf(own)}`]),
  ]
}

const totalOf = (changes: Changes): string => {
  const sum = (key: 'added' | 'removed'): number =>
    changes.reduce((total, change) => total + (change[key] ?? 0), 0)
  return `${plural(changes.length, 'file')}, +${sum('added')} -${sum('removed')}`
}

const wrap = (text: string, width: number): string[] =>
  wrapText(words.plainLabel(text), width - 2).map((line) => `  ${line}`)

const quoteAll = (text: string): string[] =>
  text.trim() === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .map((line) => `  | ${line}`.trimEnd())

/** Returns the first lines of a foreign text behind a mark. */
const quote = (text: string | undefined): string[] => {
  const plain = stripAnsi(text ?? '').trimEnd()
  if (plain === '') return []
  const lines = plain.split('\n')
  const more = lines.length - mostLines
  return [
    ...quoteAll(lines.slice(0, mostLines).join('\n')),
    ...(more > 0 ? [`  and ${more} more ${nounOf(more, 'line')}`] : []),
  ]
}
