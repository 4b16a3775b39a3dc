import { createRun, type Report } from '@amelia/core'
import { readSecrets } from '@amelia/core/plugin'
import { nodeHost, type NodeHostOptions } from '@amelia/node'
import { drainOnSignal } from './drain-on-signal.ts'
import { checkRunFileOptions, hostRules } from './check-run-file-options.ts'
import { readPlanFile } from './read-plan-file.ts'
import { readVerify } from './read-verify.ts'
import type { RunFileOptions } from './run-file-options.ts'

/** Reads a plan's file, runs the plan, and returns the report. */
export const executeFile = async (file: string | URL, options: RunFileOptions): Promise<Report> => {
  checkRunFileOptions(options)
  const { cwd = '.', format, tag, verify, onEvent, onWarning, ...rest } = options
  const [ofHost, others] = split(rest)
  const secrets = [...readSecrets(process.env), ...(others.secrets ?? [])]
  const checks = readVerify(verify)
  const host = nodeHost({ ...ofHost, repo: cwd })
  const plan = await readPlanFile(file, {
    cwd,
    secrets,
    ...(format !== undefined && { format }),
    ...(tag !== undefined && { tag }),
  })
  if (onWarning) plan.warnings.forEach((warning) => onWarning(warning))
  const run = await createRun({
    ...others,
    plan,
    host,
    secrets,
    ...(checks && { verify: checks }),
  })
  if (onEvent) run.subscribe({}, onEvent)
  const stopWatching = drainOnSignal(run)
  try {
    return await run.start()
  } finally {
    stopWatching()
  }
}

const split = <Options extends NodeHostOptions>(
  options: Options,
): [NodeHostOptions, Omit<Options, keyof NodeHostOptions>] => {
  const isOfHost = ([key]: [string, unknown]): boolean => Object.hasOwn(hostRules, key)
  const all = Object.entries(options)
  return [
    Object.fromEntries(all.filter(isOfHost)),
    Object.fromEntries(all.filter((each) => !isOfHost(each))) as Omit<Options, keyof NodeHostOptions>,
  ]
}
