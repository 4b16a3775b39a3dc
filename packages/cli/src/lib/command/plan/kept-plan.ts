import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { WrittenPlan } from './ask-about-plan.ts'
import { checkText } from './edit-plan.ts'
import type { offerRun } from './offer-run.ts'

/** Keeps a plan from its first draft until it is run. */
export interface KeptPlan {
  /** The file of the draft: the plan as it was written last, before its approval. */
  draft: string
  /** Uses the approved plan. */
  accept: typeof offerRun
}

/** Reads the draft that an earlier process kept; undefined without one, or if it cannot be run any more. */
export const readDraft = async (
  { draft }: Pick<KeptPlan, 'draft'>,
  options: Parameters<typeof checkText>[1],
): Promise<WrittenPlan | undefined> => {
  const text = await readFile(draft, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { plan, ok, issues } = await checkText(text, options)
  return ok && plan ? { text, plan, issues } : undefined
}

/** Writes a file as a whole, and its folder before it. */
export const keepFile = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${process.pid}.tmp`
  await writeFile(part, text, { mode: 0o600 })
  await rename(part, path)
}
