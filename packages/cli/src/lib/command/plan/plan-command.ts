import {
  AmeliaError,
  type ArchitectFormat,
  type GeneratedPlan,
  generatePlan,
  type GeneratePlanOptions,
  type Plan,
} from '@amelia/core'
import { words } from '@amelia/core/view'
import { readSecrets } from '@amelia/core/plugin'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../../stored/check-folder.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { keepFile, type KeptPlan, readDraft } from './kept-plan.ts'
import { checkNewFile } from './check-new-file.ts'
import { readPlanFile } from '../../document/read-plan-file.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { DriverFlags } from '../../setting/agent/driver-flags.ts'
import { type WorkspaceFlags, workspaceOptions } from '../../setting/workspace-options.ts'
import { agentNames } from '../../setting/agent-names.ts'
import { namedAgents, readAgents } from '../../setting/agent/read-agents.ts'
import { readKeys } from '../../terminal/read-keys.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { askAboutPlan, type EditedPlan, type PlanAnswer, type WrittenPlan } from './ask-about-plan.ts'
import { editPlan } from './edit-plan.ts'
import { describeWritten, listFacts } from './rewrite/describe-written.ts'
import { readSource } from './rewrite/read-source.ts'
import { offerRun, type PlanResult } from './offer-run.ts'
import { outputPlan } from './output-plan.ts'
import { type Goal, readGoal } from './read-goal.ts'

/** Signals that end the command and the session of its agent. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Options of `amelia plan`. */
export interface PlanCommandOptions extends DriverFlags, WorkspaceFlags {
  repo: string
  format: ArchitectFormat
  tdd: boolean
  context?: string
  budgetUsd?: number
  budgetTokens?: number
  out?: string
  /** A file, or the address of an issue, whose text describes the goal. */
  issue?: string
  /** A plan that was rejected, and what to change in it. Without a change and a goal: a document. */
  from?: string
  change?: string
  /** Whether the plan is opened in the editor before the question about it. */
  edit?: boolean
  /** Flags of `amelia run` for this plan: those of this command line that both commands have. */
  runFlags: readonly string[]
  /** The flags of this command line that the command for another plan needs again. */
  againFlags: readonly string[]
  /** Whether the plan is approved without a question. */
  yes?: boolean
  /** Keeps the plan for a command that runs it at once, in place of outputting it. */
  kept?: KeptPlan
}

/**
 * Has an agent write a plan, or rewrite a document as one, to stdout or to a new file. At a terminal a person
 * first approves the plan, edits it, or rejects it with feedback for another one, and may then have it run:
 * the result is the next command. Also outputs a plan that cannot be run, with its issues and exit code 1,
 * and one that was not approved, with exit code 3: without a terminal, one that differs from the document.
 */
export const planCommand = async (
  terminal: Terminal,
  written: string | undefined,
  options: PlanCommandOptions,
): Promise<PlanResult> => {
  const { out, repo, from, kept, edit: editsFirst = false } = options
  const asks = terminal.attended && options.yes !== true
  if (editsFirst && !terminal.attended)
    throw usageError('--edit needs a terminal.', 'Write the plan to a file with --out, and edit that.')
  const source = await readSource(written, options)
  let rejected = source ? undefined : await readRejected(options)
  if (out !== undefined) await checkNewFile(out)
  const names = namedAgents(options)
  if (names.length !== 1) {
    const lacksGoal = written === undefined && options.issue === undefined && !source
    const agents = names.length === 0 ? 'an agent' : `one agent; got ${names.join(', ')}`
    throw usageError(
      `Writing a plan needs ${lacksGoal ? 'a goal and ' : ''}${agents}.`,
      `${lacksGoal ? 'Pass the goal in quotes, or --issue FILE|URL. ' : ''}Add --driver ${agentNames.join('|')}.`,
    )
  }
  const goal = source
    ? { goal: `Rewrite the document ${from} as a plan.`, ...contextOf(options) }
    : await readGoal(written, options)
  const tdd = options.tdd && !source
  const {
    all: [driver],
    close,
  } = await readAgents(options)
  await checkFolder(repo)
  const stop = new AbortController()
  // A Ctrl-C in an editor is not for this program.
  let isLent = false
  const interrupt = (): void => {
    if (isLent) return
    stop.abort(interrupted)
    reader.leave()
  }
  const reader = readKeys(terminal, { interrupt })
  const edit = async (text: string): ReturnType<typeof editPlan> => {
    isLent = true
    return editPlan(text, { ...options, tdd }).finally(() => (isLent = false))
  }
  const describe = (made: Pick<GeneratedPlan, 'text' | 'plan'>) => describeWritten(made, source)
  let answer: PlanAnswer | undefined
  const ask = async (plan: WrittenPlan): Promise<string | undefined> => {
    const facts = (shown: EditedPlan & { plan: Plan }): string[] => listFacts(describe(shown), from)
    answer = await askAboutPlan(terminal, { ...reader, edit, editsFirst, facts }, plan)
    return answer.choice === 'reject' ? feedbackOf(answer) : undefined
  }
  for (const signal of signals) process.on(signal, interrupt)
  try {
    const draft = kept && (await readDraft(kept, { ...options, tdd }))
    const feedback = draft && asks ? await ask(draft) : undefined
    if (draft && feedback !== undefined) rejected = { text: draft.text, feedback }
    const write = (): Promise<GeneratedPlan> =>
      generatePlan({
        ...given(goal, { ...options, tdd }),
        ...(source && { source: source.text }),
        ...(rejected && { rejected }),
        async onPlan(plan: GeneratedPlan) {
          if (kept) await keepFile(kept.draft, plan.text)
          const feedback = asks ? await ask(plan) : undefined
          return feedback === undefined ? undefined : { feedback }
        },
        driver: driver!,
        host: nodeHost({ repo, ...workspaceOptions(options) }),
        parsers: planParsers(),
        secrets: readSecrets(process.env),
        signal: stop.signal,
        onProgress: (progress) => {
          if (progress.type === 'tool')
            printNote(
              terminal,
              `  ${words.plainLabel(progress.name)} ${words.plainLabel(progress.summary)}\n`,
            )
        },
      })
    const made: WrittenPlan = draft && feedback === undefined ? draft : await write()
    const { text, issues } = made
    const facts = describe(made)
    if (answer === undefined) printNote(terminal, `${listFacts(facts, from).join('\n')}\n`)
    if (answer === undefined && (facts.differences ?? []).length > 0) {
      await outputPlan(terminal, made, out)
      printNote(terminal, `Not approved: a person has to judge the differences from ${from}.\n`)
      return { code: exitCode.waiting }
    }
    if (answer === undefined || answer.choice === 'approve')
      return await (kept?.accept ?? offerRun)(terminal, { text: answer?.edited ?? text, issues }, options)
    if (kept) {
      await keepFile(kept.draft, answer.edited ?? text)
      printNote(terminal, 'Not approved. The plan is kept: the same command asks about it again.\n')
      return { code: exitCode.waiting }
    }
    await outputPlan(terminal, { text: answer.edited ?? text, issues }, out)
    const about = written ?? goal.goal
    const target = options.issue === undefined ? [about] : ['--issue', options.issue]
    const again = ['plan', ...target, ...options.againFlags, '--from', out ?? 'PLAN', '--change', 'TEXT']
    printNote(
      terminal,
      `Not approved. To have it changed: ${['amelia', ...again].map(quoteArgument).join(' ')}\n`,
    )
    return { code: exitCode.waiting }
  } catch (error) {
    if (stop.signal.aborted) return { code: exitCode.cancelled }
    if (!AmeliaError.is(error, 'PLAN_NOT_WRITTEN')) throw error
    await outputPlan(terminal, error.details, out)
    terminal.error(`${terminal.paintError('error:', 'bad')} ${words.plainLabel(error.message)}\n`)
    return { code: exitCode.failed }
  } finally {
    for (const signal of signals) process.off(signal, interrupt)
    await close()
  }
}

/** The feedback for the agent, with the plan as the person edited it. */
const feedbackOf = ({ feedback = '', edited }: PlanAnswer): string =>
  edited === undefined
    ? feedback
    : `${feedback}\n\nThe person had edited the plan. Change this version of it:\n\n${edited}`

/** Reads the rejected plan of `--from` with its `--change`. */
const readRejected = async ({
  from,
  change = '',
}: PlanCommandOptions): Promise<GeneratePlanOptions['rejected']> => {
  if (from === undefined && change === '') return undefined
  if (from === undefined)
    throw usageError('--change has no effect without the plan it is about.', 'Add --from FILE.')
  if (change.trim() === '')
    throw usageError('--from needs to know what to change in the plan.', 'Add --change TEXT.')
  const { only } = await readPlanFile(from, {})
  if (only?.path !== from)
    throw usageError(`${from} is not one file.`, 'Pass the file of the plan: --from FILE.')
  return { text: new TextDecoder().decode(only.bytes), feedback: change }
}

const contextOf = ({ context }: PlanCommandOptions): Pick<Goal, 'context'> =>
  context === undefined ? {} : { context }

const interrupted = new Error('Interrupted.')

const given = (
  goal: Goal,
  { format, tdd, budgetUsd, budgetTokens, sessionTimeout }: PlanCommandOptions,
): Pick<GeneratePlanOptions, 'goal' | 'format' | 'tdd' | 'context' | 'limits' | 'sessionTimeoutMs'> => ({
  ...goal,
  format,
  tdd,
  ...(sessionTimeout !== undefined && { sessionTimeoutMs: sessionTimeout }),
  limits: {
    ...(budgetUsd !== undefined && { usd: budgetUsd }),
    ...(budgetTokens !== undefined && { tokens: budgetTokens }),
  },
})
