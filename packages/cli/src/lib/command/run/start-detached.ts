import { execFile, spawn } from 'node:child_process'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { plainLabel, type Run } from '@amelia/core'
import { checkFolder } from '../../stored/check-folder.ts'
import { howToAnswer, howToStop, howToWatch } from '../../stored/next-steps.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'

export interface DetachOptions {
  repo: string
  trust?: string
  json?: boolean
  /** The command line as typed. */
  argv: readonly string[]
}

/** Set in the process that runs a detached run. */
const marker = 'AMELIA_DETACHED_RUN'

/** Whether this process was started by {@link startDetached}. */
export const isDetached = (): boolean => process.env[marker] === '1'

/** Reports the start of a run to the process that detached it, and lets go of that process. */
export const reportDetached = (run: Pick<Run, 'id' | 'subscribe'>): void => {
  if (!isDetached() || !process.connected) return
  const stop = run.subscribe({}, () => {
    stop()
    process.send?.({ runId: run.id }, undefined, undefined, () => process.disconnect())
  })
}

/**
 * Starts a run in a process with its own session, and returns once it has started. Its output goes to a file
 * in the folder of the run. If the run does not start, its output is printed, and its exit code returned.
 */
export const startDetached = async (
  terminal: Terminal,
  { repo, trust, json = false, argv }: DetachOptions,
): Promise<number> => {
  if (trust === undefined)
    throw usageError(
      'A detached run cannot ask here: choose how much it may do without asking.',
      'Add --trust autonomous (asks only about high risk and blockers), --trust standard or --trust paranoid.',
    )
  await checkFolder(repo)
  const folder = join(await commonFolder(repo), 'amelia')
  await mkdir(folder, { recursive: true })
  const started = join(folder, `detached-${process.pid}.log`)
  const file = await open(started, 'w')
  const child = spawn(
    process.execPath,
    [process.argv[1] ?? '', ...argv.filter((word) => word !== '--detach')],
    {
      detached: true,
      stdio: ['ignore', file.fd, file.fd, 'ipc'],
      env: { ...process.env, [marker]: '1' },
    },
  )
  const outcome = await new Promise<{ runId: string } | { code: number }>((resolve, reject) => {
    child.on('message', (message) => resolve(message as { runId: string }))
    child.on('exit', (code) => resolve({ code: code ?? exitCode.failed }))
    child.on('error', reject)
  })
  await file.close()
  if ('code' in outcome) {
    terminal.error(await readFile(started, 'utf8'))
    await rm(started)
    return outcome.code
  }
  const { runId } = outcome
  const log = join(folder, 'runs', runId, 'output.log')
  await rename(started, log)
  child.unref()
  if (json) terminal.out(`${JSON.stringify({ runId, pid: child.pid, log })}\n`)
  else
    terminal.out(
      [
        `Started run ${runId} in the background.`,
        `Its output: ${plainLabel(log)}`,
        'To watch it, to answer its questions, or to stop it:',
        `  ${howToWatch(runId, { repo })}`,
        `  ${howToAnswer(runId, { repo })}`,
        `  ${howToStop(runId, { repo })}`,
        '',
      ].join('\n'),
    )
  return exitCode.completed
}

/** The folder that all work trees of a repository share. */
const commonFolder = async (repo: string): Promise<string> => {
  const argv = ['-C', repo, 'rev-parse', '--path-format=absolute', '--git-common-dir']
  const { stdout } = await promisify(execFile)('git', argv)
  return stdout.trimEnd()
}
