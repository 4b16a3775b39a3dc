import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ArchitectFormat, checkPlan, splitBatches } from '@amelia/core'
import { readSecrets } from '@amelia/core/plugin'
import { checkRules } from '../../document/check-rules.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { openEditor } from '../../terminal/open-editor.ts'
import type { EditedPlan } from './ask-about-plan.ts'

interface TextOptions {
  format: ArchitectFormat
  tdd: boolean
}

/** Checks the text of a plan as a run would. */
export const checkText = async (text: string, { format, tdd }: TextOptions): Promise<EditedPlan> => {
  const read = checkPlan(text, {
    parsers: planParsers(),
    secrets: readSecrets(process.env),
    ...{ format, split: splitBatches },
  })
  const { plan, ok, issues } = await checkRules(read, { tdd: tdd ? 'static' : 'off' })
  return { text, issues, ok: ok && (plan?.phases.length ?? 0) > 0, ...(plan && { plan }) }
}

/**
 * Opens a plan in the editor, and checks the saved text as a run would. Returns why it could not be edited.
 */
export const editPlan = async (text: string, { format, tdd }: TextOptions): Promise<EditedPlan | string> => {
  const folder = await mkdtemp(join(tmpdir(), 'amelia-plan-'))
  try {
    const path = join(folder, fileNameOf(format))
    await writeFile(path, text, { mode: 0o600 })
    const problem = await openEditor(path)
    if (problem !== undefined) return problem
    return await checkText(await readFile(path, 'utf8'), { format, tdd })
  } catch (error) {
    return `The edited plan cannot be read: ${error instanceof Error ? error.message : String(error)}.`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The name of a file with a plan; its ending tells an editor the syntax. */
export const fileNameOf = (format: ArchitectFormat, number = 1): string =>
  `plan${number === 1 ? '' : `-${number}`}.${format === 'execution-plan' ? 'yaml' : 'md'}`
