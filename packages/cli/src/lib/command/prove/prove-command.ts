import { readFile } from 'node:fs/promises'
import { type ProofReport, type ProveOptions, proveCommits } from '@amelia/node'
import { words } from '@amelia/core/view'
import { workspaceOptions } from '../../setting/workspace-options.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { noteProven } from './note-proven.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { adviseOnProof, findProofRange } from './find-proof-range.ts'
import { composeOutput, isEnough } from './prove-output.ts'
import type { ProofLevel, ProveFlags } from './prove-flags.ts'

/** They end the commands of a replay, and delete its folders. */
const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Checks the statements about commits, and prints the verdicts. The exit code is 0 if each commit has the
 * required one, otherwise 1, and 130 after a signal.
 */
export const proveCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  flags: ProveFlags,
): Promise<number> => {
  const { repo, signatures, seed, allowedSigners, ref, passEnv, json, format } = flags
  await checkFolder(repo)
  const replay = readReplay(flags)
  const required: ProofLevel = flags.require ?? (replay === 'all' ? 'proven' : 'signed')
  const { setup, confine } = workspaceOptions(flags)
  const range = wanted === undefined ? undefined : await findProofRange(terminal, repo, wanted)
  const stop = new AbortController()
  const onSignal = (): void => stop.abort(new Error('The proof was cancelled.'))
  for (const name of signals) process.once(name, onSignal)
  const proving = proveCommits({
    signal: stop.signal,
    ...{ repo, replay },
    ...(range !== undefined && { range }),
    ...(ref && { refs: ref }),
    ...(allowedSigners !== undefined && { allowedSigners }),
    ...(flags.plan !== undefined && { plan: await readPlan(flags.plan) }),
    ...(seed !== undefined && { seed }),
    ...(setup && { setup }),
    ...(passEnv && { passEnv }),
    ...(confine && { confine }),
    ...(signatures !== true && { onStep: (step) => showStep(terminal, step) }),
  })
  let report: ProofReport
  try {
    const proven = await proving
    report = { ...proven, notes: [...proven.notes, ...(await adviseOnProof(repo, proven, range))] }
  } catch (error) {
    if (stop.signal.aborted) return exitCode.cancelled
    throw error
  } finally {
    for (const name of signals) process.off(name, onSignal)
  }
  const isOk = isEnough(report, required)
  if (replay === 'all') await noteProven(repo, report)
  if (json === true) terminal.out(`${JSON.stringify(composeOutput(report, required), null, 2)}\n`)
  else if (format === 'markdown') {
    const { renderProofPage } = await import('./render-proof-page.ts')
    terminal.out(renderProofPage(report, required))
  } else {
    const { renderProof } = await import('./render-proof.ts')
    terminal.out(renderProof(terminal, report, required))
    if (format === 'github') {
      const { reportProof } = await import('./report-proof.ts')
      await reportProof(terminal, report, required)
    }
  }
  return isOk ? exitCode.completed : exitCode.failed
}

/** Reads `--signatures` and `--replay`. Throws a usage error for another word. */
const readReplay = ({ signatures, replay = 'all' }: ProveFlags): NonNullable<ProveOptions['replay']> => {
  if (signatures === true) return 'none'
  if (replay === true || replay === 'all') return 'all'
  const count = Number(/^sample:(\d{1,4})$/.exec(replay)?.[1] ?? 0)
  if (count > 0) return count
  throw usageError(
    `--replay ${JSON.stringify(replay)} is not known.`,
    'Use --replay, or --replay=sample:5 for five statements.',
  )
}

const readPlan = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw usageError(`The plan ${file} cannot be read.`, 'Pass the file of the plan: --plan FILE.')
  }
}

/** Shows progress to a person. */
const showStep = (
  terminal: Terminal,
  { name, argv, phase, again }: Parameters<NonNullable<ProveOptions['onStep']>>[0],
): void => {
  if (!terminal.stderr.isTTY) return
  const of = phase === undefined ? '' : ` of phase ${phase}`
  const repeated = again === 0 ? '' : ', once more'
  printNote(terminal, `${words.plainLabel(`Running ${name}${of}${repeated}: ${argv.join(' ')}`)}\n`)
}
