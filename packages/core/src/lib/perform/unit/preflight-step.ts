import type { Step } from '../../plan/model/step.ts'
import { checkPath } from '../../plan/validation/check-path.ts'
import { splitCommand } from '../../plan/split-command.ts'
import { stepCommands } from '../../policy/dispatch/plan-commands.ts'
import { applyDiff, isDiff } from './apply-diff.ts'
import type { StepContext, StepResult } from './unit-context.ts'

/**
 * Checks without a session whether a step's requirements exist: the file that a diff changes, the folder of
 * its commands, and one of its programs (seed: intelligent-execution, Pre-Validation Tiering). Returns
 * undefined if nothing is missing.
 *
 * Requirements that cannot be checked here are left to the step.
 */
export const preflightStep = async (context: StepContext, step: Step): Promise<StepResult | undefined> =>
  (await findMissingFile(context, step)) ??
  (await findMissingFolder(context, step)) ??
  (await findMissingProgram(context, step))

const findMissingFile = async (context: StepContext, step: Step): Promise<StepResult | undefined> => {
  const { codeChange = '', filePath = '' } = step
  const checked = checkPath(filePath)
  // A diff that applies to an empty file creates the file.
  if (
    step.action !== 'code' ||
    'problem' in checked ||
    !isDiff(codeChange) ||
    applyDiff('', codeChange) !== null
  )
    return undefined
  const stands = await kindOf(context, checked.path)
  return stands === 'none'
    ? unexpected(step, `${checked.path}, which ${context.place} changes, does not exist.`, [codeChange])
    : undefined
}

const findMissingFolder = async (context: StepContext, step: Step): Promise<StepResult | undefined> => {
  // A code step may create the folder in which its check runs.
  if (step.cwd === undefined || step.action === 'code' || stepCommands(step).length === 0) return undefined
  const stands = await kindOf(context, step.cwd)
  if (stands === 'folder' || stands === 'unknown') return undefined
  const why = stands === 'file' ? 'is not a folder' : 'does not exist'
  return unexpected(step, `${step.cwd}, the folder of ${context.place}, ${why}.`, [])
}

const findMissingProgram = async (
  { performer, workspace, place }: StepContext,
  step: Step,
): Promise<StepResult | undefined> => {
  const { commands } = performer.host
  const all = stepCommands(step)
  // A step may expect that a program is missing.
  if (!commands || all.length === 0 || step.expectExitCode === 127) return undefined
  const missing: string[] = []
  for (const command of all) {
    const program = step.shell ? 'sh' : splitCommand(command).argv[0]!
    // A program given as a path is relative to the step's folder, so only starting it can tell whether it
    // exists.
    if (program.includes('/') || (await commands.find(program, workspace))) return undefined
    missing.push(program)
  }
  const names = [...new Set(missing)]
  const failure = {
    class: 'environment',
    message: `No command of ${place} was found: ${names.join(', ')}.`,
    command: all[0]!,
    exitCode: 127,
    output: names.map((name) => `${name}: command not found`).join('\n'),
  } as const
  return {
    observation: { durationMs: 0 },
    result: { outcome: 'failed', failure },
  }
}

const unexpected = (step: Step, message: string, details: string[]): StepResult => ({
  observation: { durationMs: 0 },
  result: { outcome: 'blocked', blocker: 'unexpected_state', stepId: step.id, message, details },
})

const kindOf = async (
  { workspace }: StepContext,
  path: string,
): Promise<'file' | 'folder' | 'none' | 'unknown'> => {
  try {
    return (await workspace.fs.stat(`/${path}`)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'none' : 'unknown'
  }
}
