import type { Plan, Report } from '@amelia/core'
import { words, runCondition, renderReportPage } from '@amelia/core/view'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { howToPull, howToReport, type RunFlags } from '../../stored/next-steps.ts'
import { readBase, withProven } from '../../stored/read-base.ts'
import { describeUnpushed } from '../../stored/submodule/note-unpushed.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { boundPage } from '../github/bound-page.ts'
import { callGitHub } from './call-github.ts'
import type { Called } from './call-program.ts'
import { isUndecided, undecided } from './choose-push.ts'
import { findHead } from './find-head.ts'
import { findPush } from './find-push.ts'
import { createArguments, openRequest } from './open-request.ts'
import { sendProof } from './push-proof.ts'
import { pushRef } from './push-ref.ts'
import { withoutLogin } from './without-login.ts'

/** GitHub's limits for the title and the body of a pull request, in characters. */
const mostTitle = 256
const mostBody = 65_536

interface PullOptions extends RunFlags {
  json?: boolean
  /** Whether the statements are pushed apart from the branch. */
  pushProof?: boolean
}

/**
 * Pushes the branch of a completed run and its statements, never with force, and opens a pull request with
 * `gh`, or prints the commands for both if the remote or `gh` is missing. Returns the exit code: 1 if a
 * program failed.
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
  if (runCondition({ report }).status !== 'completed') {
    printNote(terminal, `note: nothing was pushed, because the run is not completed.\n`)
    return exitCode.completed
  }
  const branch = report.target.replace(/^refs\/heads\//, '')
  const { base } = await readBase(repo, runId)
  const problem = !report.targetPublished
    ? `Nothing was pushed: ${branch} does not contain the result.`
    : base === branch
      ? `Nothing was pushed: the run began on its target branch ${branch}, so there is nothing to compare it with.`
      : undefined
  if (problem !== undefined) {
    terminal.error(`${words.plainLabel(problem)}\n`)
    return exitCode.failed
  }
  const push = await findPush(options, { target: branch, base })
  if (isUndecided(push)) {
    const { message, advice } = undecided(push, options)
    const again = howToPull(runId, options)
    terminal.error(`Nothing was pushed. ${message}\n${advice}\nTo repeat it:\n  ${again}\n`)
    return exitCode.failed
  }
  const { remote } = push
  const unpushed = await describeUnpushed(repo, report)
  const title = boundTitle(plan, runId)
  const gh = callGitHub(repo)
  if (remote === undefined || (await gh(['--version'])).isMissing) {
    const git = repo === '.' ? ['git'] : ['git', '-C', repo]
    const lines = [
      ...(remote === undefined ? [[...git, 'remote', 'add', 'origin', 'URL']] : []),
      [...git, 'push', remote ?? 'origin', branch],
    ].map((words) => words.map(quoteArgument).join(' '))
    lines.unshift(...unpushed.commands)
    const create = createArguments(await findHead(repo, push, { branch }), { into: base, title })
    const piped = `${howToReport(runId, { repo, database })} | ${['gh', ...create].map(quoteArgument).join(' ')}`
    const why = remote === undefined ? 'The repository has no remote' : 'gh was not found'
    print(`${why}. To open a pull request:\n${[...lines, piped].map((line) => `  ${line}\n`).join('')}`)
    return exitCode.completed
  }
  if (unpushed.note !== undefined) {
    const again = howToPull(runId, options)
    terminal.error(`Nothing was pushed: ${words.plainLabel(unpushed.note)}\nTo repeat it:\n  ${again}\n`)
    return exitCode.failed
  }
  const fail = (what: string, called: Called, address?: string): number => {
    const output = called.problem.replaceAll(/^/gm, '  ')
    const page = address === undefined ? '' : `To open it in a browser:\n  ${address}\n`
    terminal.error(`${what} failed:\n${output}\n${page}To repeat it:\n  ${howToPull(runId, options)}\n`)
    return exitCode.failed
  }
  const ref = `refs/heads/${branch}`
  const place = words.plainLabel(withoutLogin(remote))
  const pushed = await pushRef(push.url || remote, ref, {
    remote,
    cwd: repo,
    env: terminal.attended ? {} : { GIT_TERMINAL_PROMPT: '0' },
    onKilled: ({ problem }) =>
      printNote(terminal, `warning: ${problem} Asking ${place} whether it has the branch.\n`),
  })
  if (!pushed.ok) return fail(`git push to ${place}`, pushed)
  // The branch is useful without them.
  if (options.pushProof !== true) await sendProof(terminal, report, push, options)
  const shown = await withProven(repo, report)
  const requested = await openRequest(gh, await findHead(repo, push, { branch, gh }), {
    ...{ branch, into: base, title },
    body: () => {
      const note = `*Shortened: \`amelia report ${runId}\` prints everything.*`
      return boundPage(renderReportPage(shown), mostBody, note)
    },
  })
  if ('failed' in requested) return fail(requested.what, requested.failed, requested.address)
  const page =
    'known' in requested
      ? `Its pull request: ${requested.known}`
      : `Opened a pull request: ${requested.opened ?? '(gh printed no address)'}`
  print(`Pushed ${branch} to ${place}. ${page}\n`)
  return exitCode.completed
}

const boundTitle = (plan: Plan, runId: string): string => {
  const title = words.plainLabel(plan.title || plan.goal) || `Run ${runId}`
  return title.length <= mostTitle ? title : `${title.slice(0, mostTitle - 1)}…`
}
