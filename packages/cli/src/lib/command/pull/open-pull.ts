import { type Plan, plainLabel, type Report } from '@amelia/core'
import { renderReportPage } from '@amelia/core/machine'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { howToPull, howToReport, type RunFlags } from '../../stored/next-steps.ts'
import { readStoredBranch } from '../../stored/read-stored-branch.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { boundPage } from '../github/bound-page.ts'
import { type Called, callProgram } from './call-program.ts'
import { findRemote } from './find-remote.ts'

/** GitHub's limits for the title and the body of a pull request, in characters. */
const mostTitle = 256
const mostBody = 65_536

interface PullOptions extends RunFlags {
  json?: boolean
}

/**
 * Pushes the branch of a completed run, never with force, and opens a pull request with `gh`, or prints the
 * commands for both if the remote or `gh` is missing. Returns the exit code: 1 if a program failed.
 */
export const openPull = async (
  terminal: Pick<Terminal, 'out' | 'error' | 'attended'>,
  report: Report,
  plan: Plan,
  options: PullOptions,
): Promise<number> => {
  const { repo, database, json = false } = options
  const { runId } = report
  // With --json, stdout is for events.
  const print = json ? terminal.error : terminal.out
  if (report.status !== 'completed') {
    printNote(terminal, `note: nothing was pushed, because the run is not completed.\n`)
    return exitCode.completed
  }
  const branch = report.target.replace(/^refs\/heads\//, '')
  const base = await readStoredBranch(repo, runId)
  const problem = !report.targetPublished
    ? `Nothing was pushed: ${branch} does not contain the result.`
    : base === branch
      ? `Nothing was pushed: the run began on its target branch ${branch}, so there is nothing to compare it with.`
      : undefined
  if (problem !== undefined) {
    terminal.error(`${plainLabel(problem)}\n`)
    return exitCode.failed
  }
  const remote = await findRemote(repo, options.engine === undefined ? options.remote : undefined, base)
  const title = boundTitle(plan, runId)
  const create = [
    ...['pr', 'create', '--head', branch, ...(base === undefined ? [] : ['--base', base])],
    ...['--title', title, '--body-file', '-'],
  ]
  const gh = (args: readonly string[], input?: string): Promise<Called> =>
    callProgram('gh', args, {
      cwd: repo,
      env: { GH_PROMPT_DISABLED: '1' },
      ...(input !== undefined && { input }),
    })
  if (remote === undefined || (await gh(['--version'])).isMissing) {
    const git = repo === '.' ? ['git'] : ['git', '-C', repo]
    const lines = [
      ...(remote === undefined ? [[...git, 'remote', 'add', 'origin', 'URL']] : []),
      [...git, 'push', remote ?? 'origin', branch],
    ].map((words) => words.map(quoteArgument).join(' '))
    const piped = `${howToReport(runId, { repo, database })} | ${['gh', ...create].map(quoteArgument).join(' ')}`
    const why = remote === undefined ? 'The repository has no remote' : 'gh was not found'
    print(`${why}. To open a pull request:\n${[...lines, piped].map((line) => `  ${line}\n`).join('')}`)
    return exitCode.completed
  }
  const fail = (what: string, called: Called): number => {
    const output = called.problem.replaceAll(/^/gm, '  ')
    terminal.error(`${what} failed:\n${output}\nTo repeat it:\n  ${howToPull(runId, options)}\n`)
    return exitCode.failed
  }
  const ref = `refs/heads/${branch}`
  const pushed = await callProgram('git', ['push', '--no-force', '--', remote, `${ref}:${ref}`], {
    cwd: repo,
    env: terminal.attended ? {} : { GIT_TERMINAL_PROMPT: '0' },
  })
  if (!pushed.ok) return fail(`git push to ${remote}`, pushed)
  const open = await gh(['pr', 'list', '--head', branch, '--state', 'open', '--limit', '1', '--json', 'url'])
  if (!open.ok) return fail('gh pr list', open)
  const known = urlOf(open.stdout)
  if (known !== undefined) {
    print(`Pushed ${branch} to ${remote}. Its pull request: ${known}\n`)
    return exitCode.completed
  }
  const note = `*Shortened: \`amelia report ${runId}\` prints everything.*`
  const created = await gh(create, boundPage(renderReportPage(report), mostBody, note))
  if (!created.ok) return fail('gh pr create', created)
  print(
    `Pushed ${branch} to ${remote}. Opened a pull request: ${urlOf(created.stdout) ?? '(gh printed no address)'}\n`,
  )
  return exitCode.completed
}

const boundTitle = (plan: Plan, runId: string): string => {
  const title = plainLabel(plan.title || plan.goal) || `Run ${runId}`
  return title.length <= mostTitle ? title : `${title.slice(0, mostTitle - 3)}...`
}

const urlOf = (output: string): string | undefined => /https?:\/\/[\w.:/~%-]+/.exec(output)?.[0]
