import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { resolveProgram } from '@amelia/agent-process'
import type { Host } from '@amelia/core'
import { words } from '@amelia/core/view'
import { splitCommand } from '@amelia/core/plugin'
import { phaseRange } from '@amelia/core/machine'
import { quietIndex } from '../../../stored/quiet-diff.ts'
import { front } from '../../../terminal/front.ts'
import type { AskedQuestion } from './asked-question.ts'

const run = promisify(execFile)

/**
 * Opens the work of the phase of a question in $VISUAL or $EDITOR, and waits for the editor. A phase gives
 * its workspace back while it waits, so the editor has a copy for reading, which is deleted afterwards. Its
 * files are write-protected, and editors show that.
 *
 * Returns why nothing was opened, or that changes are not kept.
 */
export const openWorkspace = async (
  { gate, phases, runId, host, repo }: AskedQuestion & { host: Pick<Host, 'git'>; repo: string },
  lend: (task: () => Promise<string | undefined>) => Promise<string | undefined>,
): Promise<string | undefined> => {
  const command = process.env['VISUAL'] || process.env['EDITOR']
  if (!command) return 'Set VISUAL or EDITOR to the command of your editor.'
  const phase = phases.find(({ id }) => gate.phaseIds.includes(id))
  const range = phase && (await phaseRange(host.git, runId, phase))
  if (!range) return 'The phase has no commit to open yet.'
  const parent = await mkdtemp(join(tmpdir(), 'amelia-copy-'))
  const folder = join(parent, 'copy-for-reading')
  try {
    const env = { ...process.env, GIT_INDEX_FILE: join(parent, 'index') }
    const git = (...args: string[]) => run('git', ['-C', repo, ...quietIndex, ...args], { env })
    await git('read-tree', range.to)
    await git('checkout-index', '--all', `--prefix=${folder}/`)
    await protect(folder)
    return await lend(() => edit(splitCommand(command).argv, folder))
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

const protect = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), 0o444)
}

const edit = async (argv: readonly string[], folder: string): Promise<string> => {
  const [program = '', ...args] = argv
  const command = [resolveProgram(program), ...args, folder]
  const problem = await (front.exists ? front.run(command, folder) : start(command, folder))
  return problem === undefined
    ? 'That was a copy for reading: changes in it are not kept.'
    : `The editor could not be started: ${words.plainLabel(problem)}.`
}

const start = ([program = '', ...args]: readonly string[], cwd: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const editor = spawn(program, args, { stdio: 'inherit', cwd })
    editor.on('error', ({ message }) => resolve(message))
    editor.on('close', () => resolve(undefined))
  })
