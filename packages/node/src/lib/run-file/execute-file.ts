import { createRun, type Report } from '@amelia/core'
import { nodeHost } from '../node-host.ts'
import { drainOnSignal } from './drain-on-signal.ts'
import { readPlanFile } from './read-plan-file.ts'
import { readSecrets } from './read-secrets.ts'
import { readVerify } from './read-verify.ts'
import type { RunFileOptions } from './run-file-options.ts'

/** Reads a plan's file, runs the plan, and returns the report. */
export const executeFile = async (file: string | URL, options: RunFileOptions): Promise<Report> => {
  const { cwd = '.', format, tag, verify, onEvent, ...others } = options
  const secrets = [...readSecrets(process.env), ...(others.secrets ?? [])]
  const checks = readVerify(verify)
  const plan = await readPlanFile(file, {
    cwd,
    secrets,
    ...(format !== undefined && { format }),
    ...(tag !== undefined && { tag }),
  })
  const run = await createRun({
    ...others,
    plan,
    host: nodeHost({ ...others, repo: cwd }),
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
