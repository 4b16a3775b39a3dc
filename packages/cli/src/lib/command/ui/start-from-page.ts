import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core'
import type { HandlerOptions, StartedRun } from '@amelia/http'
import { commonFolder } from '../../stored/common-folder.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { spawnDetached } from '../detach/start-detached.ts'
import { settingFlags, settingNames, type StartRules } from './start-rules.ts'

/**
 * Starts the plans of the page in separate processes, so that they outlive the dashboard. The person has
 * seen the commands of a plan in its preview, which approves them.
 */
export const startFromPage =
  (
    place: RunPlace,
    runFlags: readonly string[],
    { settings, fixed }: StartRules = { settings: {}, fixed: [] },
  ): NonNullable<HandlerOptions['allowStart']> =>
  async ({ plan, select, runId, acceptSkipped = false, ...chosen }) => {
    if (runId !== undefined)
      throw notDone('A run that this server starts gets its id from it: send no `runId`.')
    const { repo } = place
    const folder = join(await commonFolder(repo), 'amelia', 'plans')
    await mkdir(folder, { recursive: true })
    const time = new Date().toISOString().replace(/[:.]/g, '-')
    const path = join(folder, `${time}.md`)
    await writeFile(path, plan, { flag: 'wx' })
    const part = select === undefined ? [] : [`--select=${select}`]
    const { trust = settings.trust ?? 'standard' } = chosen
    // A flag of the server decides, so that the two never meet as a list.
    const all = { ...chosen, trust }
    const own = settingNames.flatMap((name) =>
      all[name] === undefined || fixed.includes(name) ? [] : [`--${settingFlags[name]}=${all[name]}`],
    )
    const accepted = acceptSkipped ? ['--accept-skipped'] : []
    const flags = ['--yes', ...accepted, ...own, ...part, ...runFlags]
    return background(place, ['run', path, '--repo', repo, ...flags])
  }

/** Resumes runs in separate processes, with the flags about the config file that are stored with each. */
export const resumeFromPage =
  (place: RunPlace): NonNullable<HandlerOptions['allowResume']> =>
  async ({ runId }) => {
    const { again } = await readConfigFlags(place.repo, runId)
    return background(place, ['resume', runId, '--repo', place.repo, ...again])
  }

const background = async (place: RunPlace, argv: readonly string[]): Promise<StartedRun> => {
  const outcome = await spawnDetached(place, argv, 'attended')
  if ('code' in outcome) throw notDone(`The run did not start.\n${outcome.output.trim()}`)
  return { runId: outcome.runId }
}

const notDone = (message: string): AmeliaError =>
  new AmeliaError('REQUEST_REFUSED', message, { reason: 'not_started', status: 422 })
