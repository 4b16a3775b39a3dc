import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import {
  AmeliaError,
  type ArchitectFormat,
  type GeneratedPlan,
  generatePlan,
  type GeneratePlanOptions,
  plainLabel,
  type PlanIssue,
} from '@amelia/core'
import { readSecrets } from '@amelia/core/plugin'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { formatIssue } from '../../document/format-issue.ts'
import { readPlanFile } from '../../document/read-plan-file.ts'
import { askAboutPlan } from '../../question/ask-about-plan.ts'
import { askAtTerminal } from '../../question/ask-at-terminal.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { DriverFlags } from '../../setting/driver-flags.ts'
import { agentNames } from '../../setting/agent-names.ts'
import { namedAgents, readAgents } from '../../setting/read-agents.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { writeNewFile } from '../../document/write-new-file.ts'

/** Options of `amelia plan`. */
export interface PlanCommandOptions extends DriverFlags {
  repo: string
  format: ArchitectFormat
  tdd: boolean
  context?: string
  budgetUsd?: number
  budgetTokens?: number
  out?: string
  /** A file whose text describes the goal. */
  issue?: string
  /** A plan that was rejected, and what to change in it. */
  from?: string
  feedback?: string
}

/**
 * Has an agent write a plan, to stdout or to a new file. At a terminal a person first approves the plan, or
 * rejects it with feedback for another one. Also outputs a plan that cannot be run, with its issues and exit
 * code 1, and one that was not approved, with exit code 3.
 */
export const planCommand = async (
  terminal: Terminal,
  written: string | undefined,
  options: PlanCommandOptions,
): Promise<number> => {
  const { out, repo } = options
  const goal = await readGoal(written, options)
  const rejected = await readRejected(options)
  if (out !== undefined && existsSync(out))
    throw usageError(`${out} already exists.`, 'Choose another file, or remove this one first.')
  const names = namedAgents(options)
  if (names.length !== 1)
    throw usageError(
      names.length === 0
        ? 'Writing a plan needs an agent.'
        : `Writing a plan needs one agent; got ${names.join(', ')}.`,
      `Add --driver ${agentNames.join(' or --driver ')}.`,
    )
  const {
    all: [driver],
    close,
  } = await readAgents(options)
  await checkFolder(repo)
  const stop = new AbortController()
  const asker = terminal.attended ? askAtTerminal(terminal) : undefined
  asker?.attach({ interrupt: () => stop.abort(interrupted) })
  let isApproved = true
  const interrupt = (): void => stop.abort(interrupted)
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const { text, issues } = await generatePlan({
      ...given(goal, options),
      ...(rejected && { rejected }),
      ...(asker && {
        async onPlan(written: GeneratedPlan) {
          const answer = await askAboutPlan(terminal, asker, written)
          isApproved = answer?.choice === 'approve'
          return answer?.feedback === undefined ? undefined : { feedback: answer.feedback }
        },
      }),
      driver: driver!,
      host: nodeHost({ repo }),
      parsers: planParsers(),
      secrets: readSecrets(process.env),
      signal: stop.signal,
      onProgress: (progress) => {
        if (progress.type === 'tool')
          terminal.error(`  ${plainLabel(progress.name)} ${plainLabel(progress.summary)}\n`)
      },
    })
    await output(terminal, text, issues, out)
    if (isApproved) return exitCode.completed
    const path = quoteArgument(out ?? 'PLAN')
    terminal.error(
      `Not approved. To have it changed: amelia plan ${options.issue === undefined ? quoteArgument(goal) : `--issue ${quoteArgument(options.issue)}`} --from ${path} --feedback TEXT\n`,
    )
    return exitCode.waiting
  } catch (error) {
    if (stop.signal.aborted) return exitCode.cancelled
    if (!AmeliaError.is(error, 'PLAN_NOT_WRITTEN')) throw error
    await output(terminal, error.details.text, error.details.issues, out)
    terminal.error(`${terminal.paintError('error:', 'bad')} ${plainLabel(error.message)}\n`)
    return exitCode.failed
  } finally {
    asker?.close()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    await close()
  }
}

/** The most bytes of an issue. */
const mostBytes = 100_000

/** Returns the goal: the argument, or the text of `--issue`. */
const readGoal = async (goal: string | undefined, { issue }: PlanCommandOptions): Promise<string> => {
  if ((goal === undefined) === (issue === undefined))
    throw usageError(
      goal === undefined ? 'The plan needs a goal.' : 'A plan has one goal; got an argument and --issue.',
      'Pass the goal in quotes, or --issue FILE.',
    )
  if (goal !== undefined || issue === undefined) return goal ?? ''
  const bytes = await readFile(issue).catch(() => {
    throw usageError(`File not found: ${issue}.`, 'Pass the file of the issue: --issue FILE.')
  })
  const text = bytes.toString('utf8').trim()
  if (text === '' || bytes.length > mostBytes)
    throw usageError(
      `${issue} has ${bytes.length} bytes of text; expected 1 to ${mostBytes}.`,
      'Pass a file with the text of one issue.',
    )
  return text
}

/** Reads the rejected plan of `--from` with its `--feedback`. */
const readRejected = async ({
  from,
  feedback = '',
}: PlanCommandOptions): Promise<GeneratePlanOptions['rejected']> => {
  if (from === undefined && feedback === '') return undefined
  if (from === undefined)
    throw usageError('--feedback has no effect without the plan it is about.', 'Add --from FILE.')
  if (feedback.trim() === '')
    throw usageError('--from needs to know what to change in the plan.', 'Add --feedback TEXT.')
  const { only } = await readPlanFile(from, {})
  if (only?.path !== from)
    throw usageError(`${from} is not one file.`, 'Pass the file of the plan: --from FILE.')
  return { text: new TextDecoder().decode(only.bytes), feedback }
}

const interrupted = new Error('Interrupted.')

const given = (
  goal: string,
  { format, tdd, context, budgetUsd, budgetTokens, sessionTimeout }: PlanCommandOptions,
): Pick<GeneratePlanOptions, 'goal' | 'format' | 'tdd' | 'context' | 'limits' | 'sessionTimeoutMs'> => ({
  goal,
  format,
  tdd,
  ...(context !== undefined && { context }),
  ...(sessionTimeout !== undefined && { sessionTimeoutMs: sessionTimeout }),
  limits: {
    ...(budgetUsd !== undefined && { usd: budgetUsd }),
    ...(budgetTokens !== undefined && { tokens: budgetTokens }),
  },
})

/** Outputs the plan, its issues and the next step. */
const output = async (
  terminal: Terminal,
  text: string,
  issues: readonly PlanIssue[],
  out: string | undefined,
): Promise<void> => {
  if (out === undefined) terminal.out(text)
  else await writeNewFile(out, text)
  const { columns, paintError: paint } = terminal
  const path = out ?? 'the plan'
  for (const issue of issues)
    terminal.error(formatIssue(issue, { path, lines: text.split('\n'), columns, paint }))
  if (out === undefined) return
  const next = issues.some(({ severity }) => severity === 'error') ? 'check' : 'run'
  terminal.error(`Written: ${plainLabel(out)}. Review it, then: amelia ${next} ${quoteArgument(out)}\n`)
}
