import { AmeliaError } from '@amelia/core'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { padText, widestOf } from '../../terminal/fit-text.ts'
import { plural } from '../../terminal/plural.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readBase, whereMerged } from '../../stored/read-base.ts'
import { findRun } from '../../stored/find-run.ts'
import { readGateNumbers, withNumbers } from '../../stored/gate-numbers.ts'
import { howToResume, howToWatch, nextSteps, type NextStep } from '../../stored/next-steps.ts'
import { openHost } from '../../stored/open-host.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { nextStepLines } from '../../view/next-step-lines.ts'
import { renderOutcome } from '../../view/render-outcome.ts'

/** The first commands of a person who has no run. */
const firstSteps: readonly NextStep[] = [
  { command: 'amelia check plan.md', about: 'read a plan and list its phases' },
  { command: 'amelia run plan.md --driver claude', about: 'run it: one verified commit per phase' },
  { command: 'amelia plan "GOAL" --driver claude', about: 'have an agent write a plan' },
  { command: 'amelia init', about: 'write the settings of this repository' },
  { command: 'amelia help', about: 'list the commands' },
]

/**
 * Shows the newest run of a repository with its open questions and the next commands, and offers the live
 * view of one that is running. Elsewhere it lists the first commands.
 */
export const overviewCommand = async (terminal: Terminal, place: RunPlace): Promise<number> => {
  const host = await openHost(place)
  const runs = await host.store.list().catch((error: unknown) => {
    if (AmeliaError.is(error, 'NOT_A_REPOSITORY')) return []
    throw error
  })
  if (runs.length === 0) {
    const widest = widestOf(firstSteps.map(({ command }) => command))
    const lines = firstSteps.map(({ command, about }) => `${padText(command, widest)}  ${about}`)
    terminal.out(`${lines.join('\n')}\n`)
    return exitCode.completed
  }
  const found = await findRun(terminal, host)
  const { runId, report, plan, condition, locked, isShared } = found
  const numbers = await readGateNumbers(host, found)
  const flags = { ...place, ...(await readConfigFlags(place.repo, runId)) }
  const facts = { ...flags, ...(!isShared && (await readBase(place.repo, runId))), plan }
  const isEnded = condition.state === 'ended'
  const attended = terminal.attended && terminal.live
  const asked = nextSteps(report, { ...facts, attended }, numbers)
  const under = locked
    ? { command: howToWatch(runId, place), about: 'watch it, answer, cancel and steer it' }
    : { command: howToResume(runId, flags), about: 'resume the run' }
  const isAsked = asked.some(({ command }) => command === under.command)
  const steps = isEnded || isAsked ? asked : [...asked, under]
  const earlier = runs.length - 1
  const others =
    earlier === 0
      ? []
      : [{ command: 'amelia runs', about: `list all runs (${plural(earlier, 'earlier run')})` }]
  const { columns, ascii, paint } = terminal
  const shown = {
    ...{ width: columns, ascii, paint, condition },
    next: nextStepLines([...steps.slice(0, mostSteps), ...others], columns),
    ...(plan.title === '' ? {} : { title: plan.title }),
    rows: 14,
  }
  terminal.out(renderOutcome(withNumbers(whereMerged(report, facts), numbers), shown))
  if (!locked || !attended || !(await askYesNo(terminal, 'Open the live view?', 'yes')))
    return exitCode.completed
  const { watchCommand } = await import('./watch-command.ts')
  return watchCommand(terminal, runId, place)
}

/** The most commands about the newest run. */
const mostSteps = 3
