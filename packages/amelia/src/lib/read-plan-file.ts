import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AmeliaError, type PlanParserV1, readPlan } from '@amelia/core'
import type { PlanInput } from '@amelia/core/plugin'
import { readPlanSources, repositoryPaths } from '@amelia/node'
import { allParsers, splitPlan } from '@amelia/parsers'

interface PlanReading extends Pick<Parameters<typeof readPlan>[1], 'format' | 'secrets'> {
  cwd: string
  tag?: string
}

/** The size above which no reader accepts a plan; a larger file is not loaded. */
const mostBytes = 64 * 1024 * 1024

/**
 * Reads a plan that can run from a file or a folder. Throws `OPTION_INVALID` for the path and `PLAN_INVALID`
 * for its content.
 */
export const readPlanFile = async (
  file: string | URL,
  { cwd, tag, ...reading }: PlanReading,
): Promise<ReturnType<typeof readPlan>> => {
  const path = locate(file, cwd)
  const parsers = allParsers(tag === undefined ? {} : { tag })
  const { input, files } = await readInput(path, parsers)
  try {
    const plan = readPlan(input, { parsers, ...reading })
    const paths = await repositoryPaths(cwd, files)
    return { ...plan, file: path, ...(paths.length > 0 && { paths }) }
  } catch (error) {
    if (!AmeliaError.is(error, 'PLAN_INVALID')) throw error
    throw new AmeliaError('PLAN_INVALID', `${path}: ${error.message}`, error.details, { cause: error })
  }
}

const locate = (file: unknown, cwd: string): string => {
  if (typeof file === 'string' && file !== '') return resolve(cwd, file)
  if (file instanceof URL && file.protocol === 'file:') return fileURLToPath(file)
  const given = file instanceof URL ? `the URL ${file.href}` : JSON.stringify(file)
  throw invalid('file', `"file" must be the path of a plan or a file: URL, not ${given}.`)
}

const readInput = async (
  path: string,
  parsers: readonly PlanParserV1[],
): Promise<{ input: PlanInput; files: string[] }> => {
  let reason: string
  try {
    const found = await stat(path)
    if (found.isDirectory()) {
      const { path: folder, sources } = await readPlanSources([path], parsers)
      const work = sources.filter(({ context }) => !context)
      return { input: sources, files: work.map((source) => resolve(folder, source.path)) }
    }
    if (found.isFile() && found.size <= mostBytes) {
      const bytes = await readFile(path)
      return { input: splitPlan(bytes.toString(), basename(path)) ?? bytes, files: [path] }
    }
    reason = found.isFile() ? `it has ${found.size} bytes; the limit is ${mostBytes}` : 'it is not a file'
  } catch (error) {
    if (AmeliaError.is(error)) throw error
    const { code, message } = error as NodeJS.ErrnoException
    reason = code === 'ENOENT' ? 'file not found' : message
  }
  throw invalid('file', `Cannot read the plan ${path}: ${reason}. Pass the path of a plan.`)
}

const invalid = (option: string, message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option })
