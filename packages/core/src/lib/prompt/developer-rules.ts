import type { Check } from '../machine/state/run-settings.ts'
import { oneLine } from '../text/one-line.ts'
import { quoteCommand } from '../text/quote-command.ts'
import { type ReportMode, reportRules } from './report-rules.ts'

/** Most checks that are listed one by one. */
const maxChecks = 8

/** The checks that the engine runs on a unit's result, as its agent has to know them. */
export interface CheckList {
  checks: readonly Check[]
  /**
   * `tests`: the unit writes tests, and must leave them failing. `part`: other parts of the phase follow, and
   * the checks run at their end.
   */
  expects: 'green' | 'tests' | 'part'
  /** The phases that are to make the tests pass. */
  answeredBy?: readonly string[]
  /** Tests of earlier phases that must pass now. */
  toPay?: readonly { of: string; files: readonly string[] }[]
}

export interface RulesRequest {
  checks: CheckList
  reports: ReportMode | undefined
  /** The id of the part that is the unit. */
  part?: string
  /** The id of the first part of a phase that is the unit. */
  firstPart?: string
  /** Whether writes outside the workspace are refused. */
  confined?: boolean
  /** Whether to ask for a todo list of the phase's parts, from which their progress is read. */
  todo?: boolean
  /** Whether an earlier prompt or conversation was too long. */
  shortened: boolean
}

/** Builds the rules of a developer's session: the limits of its work, its checks and its report. */
export const developerRules = ({
  checks,
  reports,
  part,
  firstPart,
  todo,
  shortened,
  confined,
}: RulesRequest): string =>
  [
    '## Rules',
    `- Work only in this folder. Do ${part === undefined ? 'the whole assignment' : 'your part'} in order and nothing else: no dependency beyond the plan, nothing left running.`,
    ...(confined ? ['- Writes outside this folder are refused: report one that you need.'] : []),
    '- Write tests before their code. Change an existing test only if the plan names its file.',
    '- Do not commit, switch branches, push or edit `.git`, and skip steps that ask for it: Amelia commits.',
    `- Nobody answers: decide what can be undone and state it. If you need an answer, ${reports === undefined ? 'stop, and end with your question' : 'report `blocked` with your question'}.`,
    '- Precedence: these rules, the plan, the project.',
    ...(shortened
      ? [
          '- An earlier session exceeded its context window. Read only what you need, in pieces, and keep command output short.',
        ]
      : []),
    // The form of a text report names the parts already, and leaves no room in the prompt.
    ...(todo && reports !== 'text' ? ['- Keep a todo list: one item per part, beginning with its id.'] : []),
    ...listChecks(checks),
    ...selfReview,
    ...reportRules(reports, part ?? firstPart),
  ].join('\n')

const selfReview = [
  '- Check before you report:',
  '  - all is done',
  '  - nothing is extra',
  '  - edge cases work',
  '  - output is clean',
]

const listChecks = ({ checks, expects, answeredBy = [], toPay = [] }: CheckList): string[] => {
  // Those of the run's end, and those that need the implementation, do not run on this result.
  const run = checks.filter(({ when }) => when === 'always' || (when === 'green' && expects !== 'tests'))
  if (run.length === 0) return ['- Verify your work before you report it, and state what you did not verify.']
  const left = run.length - maxChecks
  const by = answeredBy.length === 0 ? 'a later phase' : `phase ${listSome(answeredBy)}`
  const begin = expects === 'tests' ? writesTests(by) : intro[expects]
  return [
    ...toPay.map(
      ({ of, files }) =>
        `- Make the tests of phase ${of} pass, without changing them: ${listSome(files.map((file) => `\`${oneLine(file)}\``))}.`,
    ),
    `- ${begin} Run them first; claim only what you saw:`,
    ...run.slice(0, maxChecks).map(({ argv }) => `  - \`${oneLine(quoteCommand(argv))}\``),
    ...(left > 0 ? [`  - and ${left} more`] : []),
  ]
}

const intro = {
  green: 'These must pass on your result.',
  part: 'These run on the finished phase. After your part, only tests whose implementation is still to come may fail.',
} as const

/** The rule of a phase whose tests `by` is to make pass. */
const writesTests = (by: string): string =>
  `Do not implement what your tests test: ${by} does. These run on your result. Your new tests are expected to fail, because their implementation does not exist yet; all other tests must pass.`

const mostListed = 5

const listSome = (names: readonly string[]): string =>
  `${names.slice(0, mostListed).join(', ')}${names.length > mostListed ? ` and ${names.length - mostListed} more` : ''}`
