import { appendFile } from 'node:fs/promises'
import { boundPage } from './bound-page.ts'

/** GitHub accepts 1 MiB for each step; a UTF-16 unit has at most three bytes. */
const mostUnits = 300_000

/** Appends a Markdown page to the summary of the workflow's step. Outside of a workflow it does nothing. */
export const appendSummary = async (
  page: string,
  note: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file) await appendFile(file, `${boundPage(page, mostUnits, note)}\n`)
}
