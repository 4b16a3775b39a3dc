import {
  AmeliaError,
  type GateChoice,
  gateChoices,
  type SendResult,
  type RevertScope,
  answerRun,
} from '@amelia/core'
import { words, nearestName } from '@amelia/core/view'
import { checkFolder } from '../../stored/check-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { type FoundRun, findRun, type RunHost } from '../../stored/find-run.ts'
import { readGateNumbers } from '../../stored/gate-numbers.ts'
import { findPhase } from '../../stored/find-phase.ts'
import { howToResume, howToShow } from '../../stored/next-steps.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { wrapSentences } from '../../terminal/wrap-sentences.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

const usageOf = 'Usage: amelia answer [RUN] QUESTION ANSWER'

export interface AnswerOptions extends RunPlace {
  feedback?: string
  /** At a question about a budget: how much more to allow. */
  tokens?: number
  usd?: number
  /** With abort-revert: what to revert. */
  scope?: RevertScope
  /** With approve and send-back: the phases that the answer is for. */
  phase?: readonly string[]
}

/**
 * Answers a gate of a run that another process is running, or that is resumed later: `[RUN] GATE ANSWER`.
 * Without a run, of the newest one that asks; without any word, asks its open questions one after the other.
 */
export const answerCommand = async (
  terminal: Terminal,
  given: readonly string[],
  { repo, database, feedback, tokens, usd, scope, phase: named = [] }: AnswerOptions,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const { store, clock } = await openHost(place)
  const [only] = given
  if (given.length === 1 && gateChoices.some((choice) => choice === only))
    throw usageError(`The question for "${only}" is missing.`, usageOf)
  const near = only === undefined ? undefined : nearestName(only, gateChoices)
  if (given.length === 1 && near !== undefined)
    throw usageError(`"${words.plainLabel(only ?? '')}" is not an answer. Did you mean ${near}?`, usageOf)
  // A short number is a question, and an id of a run is longer.
  if (given.length === 1 && /^#?\d{1,3}$/.test(only ?? ''))
    throw usageError(`The answer to question ${only?.replace('#', '')} is missing.`, usageOf)
  if (given.length < 2) {
    const { askOpenQuestions } = await import('./ask-open-questions.ts')
    return askOpenQuestions(terminal, given[0], place)
  }
  const choice = choiceOf(given)
  if (words.needsText(choice) && (feedback ?? '').trim() === '')
    throw usageError(`The answer ${choice} needs words.`, 'Add --feedback TEXT.')
  if (choice !== 'approve' && (tokens ?? usd) !== undefined)
    throw usageError(
      `--tokens and --usd have no effect with the answer ${choice}.`,
      'They go with approve, at a question about a budget.',
    )
  if (choice !== 'abort-revert' && scope !== undefined)
    throw usageError(`--scope has no effect with the answer ${choice}.`, 'It goes with abort-revert.')
  if (named.length > 0 && !words.takesPhases(choice))
    throw usageError(
      `--phase has no effect with the answer ${choice}.`,
      'It goes with approve and send-back.',
    )
  const [wanted, question = ''] = given.length === 3 ? given : [undefined, given[0]]
  const found = await findRun(terminal, { store, clock, wanted, asking: wanted === undefined })
  const { runId } = found
  const gateId = await gateOf({ store, clock }, found, question, place)
  const phaseIds = named.map((name) => findPhase(found, name, place).id)
  const command = {
    type: 'answer',
    gateId,
    choice,
    ...(feedback === undefined ? {} : { feedback }),
    ...(scope !== undefined && { scope }),
    ...(phaseIds.length > 0 && { phaseIds }),
    ...((tokens ?? usd) !== undefined && {
      amount: { ...(tokens !== undefined && { tokens }), ...(usd !== undefined && { usd }) },
    }),
  } as const
  const resume = howToResume(runId, { ...place, ...(await readConfigFlags(repo, runId)) })
  const isAnswered = found.savedAnswers.some((saved) => saved.gateId === gateId)
  const next = isAnswered
    ? `To apply the saved answer: ${resume}`
    : `To see the open questions: ${howToShow(runId, place)}`
  const result = await answerRun({ store, clock, runId, command }).catch((error: unknown) => {
    throw explain(error, { named: question, gateId }, next)
  })
  const asked = gateId === question ? words.plainLabel(question) : `question ${question.replace('#', '')}`
  const about =
    phaseIds.length === 0 ? asked : `${asked} (phase ${phaseIds.map(words.plainLabel).join(', ')})`
  const lines = wrapSentences(terminal, describe(result, about, choice))
  const isSaved = result.outcome === 'kept' && !result.locked
  terminal.out(`${[...lines, ...(isSaved ? ['To apply it:', `  ${resume}`] : [])].join('\n')}\n`)
  return exitCode.completed
}

const choiceOf = (given: readonly string[]): GateChoice => {
  if (given.length > 3) throw usageError(`Expected at most 3 words; got ${given.length}.`, usageOf)
  const word = given.at(-1) ?? ''
  const choice = gateChoices.find((each) => each === word)
  if (choice) return choice
  const near = nearestName(word, gateChoices)
  const known = near === undefined ? `Answers: ${gateChoices.join(', ')}.` : `Did you mean ${near}?`
  throw usageError(`"${words.plainLabel(word)}" is not an answer. ${known}`, usageOf)
}

/** Returns the gate that a person names by its number or its id. */
const gateOf = async (host: RunHost, found: FoundRun, named: string, place: RunPlace): Promise<string> => {
  if (!/^#?\d+$/.test(named)) return named
  const wanted = Number(named.replace('#', ''))
  const numbers = await readGateNumbers(host, found)
  const gateId = [...numbers].find(([, number]) => number === wanted)?.[0]
  if (gateId !== undefined) return gateId
  const open = found.report.gates.map(({ id }) => `${numbers.get(id)} (${words.plainLabel(id)})`)
  throw usageError(
    `Run ${found.runId} has no question ${wanted}. ${open.length === 0 ? 'No question is open.' : `Open questions: ${open.join(', ')}.`}`,
    `To see them: ${howToShow(found.runId, place)}`,
  )
}

/**
 * Adds the next command to a refusal: to resume the run or to see its questions. A question that the person
 * named by its number is named by it, before its id.
 */
const explain = (
  error: unknown,
  { named, gateId }: { named: string; gateId: string },
  next: string,
): unknown => {
  const isRefusal = (['GATE_CHOICE', 'GATE_EXPIRED', 'GATE_UNKNOWN'] as const).some((code) =>
    AmeliaError.is(error, code),
  )
  if (!isRefusal || !AmeliaError.is(error)) return error
  const question = `Question ${named.replace('#', '')} (${words.plainLabel(gateId)})`
  const message =
    named === gateId ? error.message : error.message.replace(/^(?:The g|G)ate "[^"]*"/, () => question)
  return usageError(words.plainLabel(message), next)
}

const describe = ({ outcome, locked }: SendResult, gateId: string, choice: string): string => {
  if (outcome === 'taken') return `Answered ${gateId} with "${choice}". The run has applied it.`
  if (outcome === 'repeated')
    return `The question was already answered with "${choice}". Nothing was changed.`
  return locked
    ? `Saved "${choice}" for ${gateId}. The run has not applied it yet; amelia status shows when it has.`
    : `Saved "${choice}" for ${gateId}.`
}
