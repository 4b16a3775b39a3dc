import { constants, existsSync, lstatSync, statSync } from 'node:fs'
import { access, copyFile, mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { gitSettings, runProcess } from '@amelia/agent-process'
import type { Confinement, HookOutcome } from '@amelia/core/plugin'
import { armWorkspace } from '../slot/arm/arm-workspace.ts'
import { digestIndex } from '../slot/digest-index.ts'
import { continueModules } from '../slot/fill-workspace.ts'
import { excludePatterns } from '../slot/exclude-patterns.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { scrubEnvironment } from '../call/scrub-environment.ts'
import { prepareForReading } from '../slot/prepare-for-reading.ts'
import type { Slot } from '../slot/slot.ts'

export interface HookTrial {
  commit: string
  message: string
  signal: AbortSignal
  /** Called only if a hook exists. */
  identify(): Promise<string>
  /** Time limit of one hook, in milliseconds. */
  limitMs: number
  graceMs: number
  /** Default: hooks are not confined. */
  confinement?: Confinement
}

/** The place where hooks run. */
export interface HookStage {
  /** Prepares the attempt's files, and returns additional environment variables for the hooks. */
  prepare(): Promise<Record<string, string>>
  /** Whether the files are still those of the attempt. */
  isClean(): Promise<boolean>
}

/** The folder of files for hooks: outside the workspace, so that nothing there can replace them. */
export const hookFolder = ({ folder }: Pick<Slot, 'folder'>): string => join(folder, 'hook')

const names = ['pre-commit', 'commit-msg'] as const

/**
 * Runs the user's pre-commit and commit-msg hooks on an attempt, in its workspace.
 *
 * They see the state of a `git commit`: HEAD is the parent, the index is the attempt. Their git commands
 * affect only the disposable `.git`. Without a hook file, no process starts. Aborting throws the signal's
 * reason.
 */
export const runHooks = async (
  repository: Repository,
  slot: Slot,
  hooksPath: string | null,
  trial: HookTrial,
  stage: HookStage = stageIn(repository, slot, trial),
): Promise<HookOutcome> => {
  const folder = hooksPath === null ? join(repository.commonDir, 'hooks') : resolve(slot.workspace, hooksPath)
  if (!isFolder(folder)) {
    if (hooksPath === null || !isFolder(resolve(repository.top, hooksPath))) {
      return { outcome: 'passed', message: trial.message }
    }
    const output = `core.hooksPath is ${hooksPath}, but the workspace has no such folder. Add the command that creates it to the set-up.`
    return { outcome: 'environment', hook: names[0], output }
  }
  const present = names.filter((name) => existsSync(join(folder, name)))
  for (const hook of present) {
    const file = join(folder, hook)
    if (await isExecutable(file)) continue
    const output = `${file} is not executable, so git would skip it. Run \`chmod +x\` on it, or remove it.`
    return { outcome: 'environment', hook, output }
  }
  if (present.length === 0) return { outcome: 'passed', message: trial.message }
  await rm(hookFolder(slot), { recursive: true, force: true })
  await mkdir(hookFolder(slot), { mode: 0o700 })
  const env = await stage.prepare()
  const messageFile = join(hookFolder(slot), 'COMMIT_EDITMSG')
  await writeFile(messageFile, trial.message, { flag: 'wx', mode: 0o600 })
  for (const hook of present) {
    const args = hook === 'commit-msg' ? [messageFile] : []
    const failure = await runHook(repository, slot, folder, [hook, '--', ...args], { ...trial, env })
    if (failure !== null) return failure
  }
  const message = present.includes('commit-msg') ? await readMessage(messageFile) : trial.message
  return { outcome: (await stage.isClean()) ? 'passed' : 'rewritten', message }
}

/** The attempt's workspace. */
const stageIn = (repository: Repository, slot: Slot, trial: HookTrial): HookStage => ({
  async prepare() {
    await prepare(repository, slot, trial)
    return {}
  },
  isClean: () => isClean(repository, slot),
})

/**
 * Writes the attempt's files and prepares a `.git` for a commit. Ignored files and the set-up stay, because
 * hooks need installed tools.
 */
const prepare = async (repository: Repository, slot: Slot, trial: HookTrial): Promise<void> => {
  await prepareForReading(repository, slot)
  const call = callOn(slot)
  const kept = excludePatterns(slot.setup?.roots ?? []).flatMap((pattern) => ['-e', pattern])
  await runGit(['clean', '-ffdq', ...kept], call)
  await runGit(['read-tree', '--reset', '-u', trial.commit], call)
  slot.tree = trial.commit
  slot.indexDigest = digestIndex(slot)
  await continueModules(repository, slot)
  const parent = await repository.git(['rev-parse', '--verify', `${trial.commit}^`])
  const index = join(slot.folder, 'index.hook')
  await rm(index, { recursive: true, force: true })
  await copyFile(join(slot.gitDir, 'index'), index, constants.COPYFILE_EXCL)
  await armWorkspace(repository, slot, {
    head: parent.text,
    index,
    refs: '',
    identity: await trial.identify(),
  })
}

const runHook = async (
  { commonDir, top }: Repository,
  slot: Slot,
  folder: string,
  command: [hook: string, ...args: string[]],
  { signal, limitMs, graceMs, env, confinement }: HookTrial & { env: Record<string, string> },
): Promise<HookOutcome | null> => {
  const [hook] = command
  const limit = AbortSignal.timeout(limitMs)
  const config = [`core.hooksPath=${folder}`, ...gitSettings.quiet]
  const result = await runProcess({
    argv: ['git', ...config.flatMap((entry) => ['-c', entry]), 'hook', 'run', ...command],
    cwd: slot.workspace,
    root: slot.workspace,
    env: { ...scrubEnvironment(process.env), GIT_EDITOR: ':', TERM: 'dumb', ...slot.env, ...env },
    signal: AbortSignal.any([signal, limit]),
    graceMs,
    outputLimit: 100_000,
    ...(confinement && {
      confine: {
        ...{ confinement, workspace: slot.workspace, access: 'write' },
        // In place, `git add` writes to the user's objects.
        own: [hookFolder(slot), ...(slot.workspace === top ? [join(commonDir, 'objects')] : [])],
      },
    }),
  })
  signal.throwIfAborted()
  if (limit.aborted) {
    const output = `${result.output}\nThe hook did not end within ${limitMs} ms.`.trim()
    return { outcome: 'failed', hook, output }
  }
  if (result.exitCode === 0) return null
  const broken = result.exitCode === 126 || result.exitCode === 127
  return { outcome: broken ? 'environment' : 'failed', hook, output: result.output }
}

const isClean = async (repository: Repository, slot: Slot): Promise<boolean> => {
  await prepareForReading(repository, slot)
  const call = callOn(slot)
  const { stdout } = await runGit(
    ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard'],
    { ...call, env: { GIT_OPTIONAL_LOCKS: '0' } },
  )
  return stdout
    .toString()
    .split('\0')
    .every((path) => path === '' || slot.setup?.marks.has(path.replace(/\/$/, '')))
}

const readMessage = async (file: string): Promise<string> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => lstatSync(file, { throwIfNoEntry: false }) !== undefined,
    () => false,
  )
