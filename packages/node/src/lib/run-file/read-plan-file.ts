import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AmeliaError, type CheckPlanOptions, type Plan, readPlan } from '@amelia/core'
import { planParsers } from './plan-parsers.ts'

interface PlanReading extends Pick<CheckPlanOptions, 'format' | 'secrets'> {
  cwd: string
  tag?: string
}

/** The size above which no reader accepts a plan; a larger file is not loaded. */
const mostBytes = 64 * 1024 * 1024

/**
 * Reads a plan that can run from a file. Throws `OPTION_INVALID` for the file and `PLAN_INVALID` for its
 * content.
 */
export const readPlanFile = async (
  file: string | URL,
  { cwd, tag, ...reading }: PlanReading,
): Promise<Plan> => {
  const path = locate(file, cwd)
  const bytes = await readBytes(path)
  try {
    const plan = readPlan(bytes, { parsers: planParsers(tag), ...reading })
    return { ...plan, file: path }
  } catch (error) {
    if (!AmeliaError.is(error, 'PLAN_INVALID')) throw error
    throw new AmeliaError('PLAN_INVALID', `${path}: ${error.message}`, error.details, { cause: error })
  }
}

const locate = (file: unknown, cwd: unknown): string => {
  if (typeof cwd !== 'string') throw invalid('cwd', `"cwd" must be the path of a folder, not ${typeof cwd}.`)
  if (typeof file === 'string' && file !== '') return resolve(cwd, file)
  if (file instanceof URL && file.protocol === 'file:') return fileURLToPath(file)
  const given = file instanceof URL ? `the URL ${file.href}` : JSON.stringify(file)
  throw invalid('file', `"file" must be the path of a plan or a file: URL, not ${given}.`)
}

const readBytes = async (path: string): Promise<Uint8Array> => {
  let reason: string
  try {
    const found = await stat(path)
    if (found.isFile() && found.size <= mostBytes) return await readFile(path)
    reason = found.isFile() ? `it has ${found.size} bytes; the limit is ${mostBytes}` : 'it is not a file'
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    reason = code === 'ENOENT' ? 'file not found' : message
  }
  throw invalid('file', `Cannot read the plan ${path}: ${reason}. Pass the path of a plan.`)
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
