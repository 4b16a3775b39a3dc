import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestCommand } from './find-test-command.ts'
import { nodeReporter } from './node-reporter.ts'

/** A command and its environment, changed so that a report is written. */
export interface AskedCommand {
  argv: string[]
  env: Record<string, string>
  /** Where the report will be. */
  file: string
}

/**
 * Asks a test runner for a report in an empty folder of its own. Undefined where that would be in the way of what the command
 * asks for itself.
 */
export const askForReport = async (
  command: TestCommand,
  argv: readonly string[],
  env: Record<string, string>,
  folder: string,
): Promise<AskedCommand | undefined> => {
  const { runner, args, sets, tail } = command
  switch (runner) {
    case 'node': {
      if (sets.includes('NODE_OPTIONS')) return undefined
      const given = env.NODE_OPTIONS ?? ''
      const shown = shownReporter([...given.split(/\s+/), ...args])
      if (shown === undefined) return undefined
      const file = join(folder, 'report.jsonl')
      const reporter = join(folder, 'reporter.mjs')
      // A URL holds no space and no quote, which would mean something in NODE_OPTIONS.
      const url = pathToFileURL(reporter).href
      const options = `--test-reporter=${url} --test-reporter-destination=stderr${shown}`
      await writeFile(reporter, nodeReporter(file, options))
      return { argv: [...argv], env: { ...env, NODE_OPTIONS: behind(given, options) }, file }
    }
    case 'vitest': {
      if (takes(args, ['--outputFile', '--output-file']) || args.includes('--')) return undefined
      const file = join(folder, 'report.json')
      const extra = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
      return { argv: [...argv, ...tail(extra)], env, file }
    }
    case 'jest': {
      if (takes(args, ['--outputFile', '--json']) || args.includes('--')) return undefined
      const file = join(folder, 'report.json')
      return { argv: [...argv, ...tail(['--json', `--outputFile=${file}`])], env, file }
    }
    case 'pytest': {
      if (sets.includes('PYTEST_ADDOPTS') || takes(args, ['--junitxml', '--junit-xml'])) return undefined
      const file = join(folder, 'report.xml')
      // The older family of attributes names the file of each test.
      const options = `${quote(`--junitxml=${file}`)} -o junit_family=xunit1`
      return {
        argv: [...argv],
        env: { ...env, PYTEST_ADDOPTS: behind(env.PYTEST_ADDOPTS ?? '', options) },
        file,
      }
    }
  }
}

const takes = (args: readonly string[], names: readonly string[]): boolean =>
  args.some((word) =>
    names.some((name) => word === name || word.startsWith(`${name}=`) || word.startsWith(`${name}.`)),
  )

/**
 * What completes the options for the reporter that people see. Node wants a destination for each reporter as soon as there are
 * two, and pairs them in order, those of the environment first. Undefined where the command's own do not pair.
 */
const shownReporter = (words: readonly string[]): string | undefined => {
  const count = (name: string): number =>
    words.filter((word) => word === name || word.startsWith(`${name}=`)).length
  const reporters = count('--test-reporter')
  const destinations = count('--test-reporter-destination')
  if (reporters === 0 && destinations === 0) return ' --test-reporter=spec --test-reporter-destination=stdout'
  if (reporters === destinations) return ''
  return reporters === 1 && destinations === 0 ? ' --test-reporter-destination=stdout' : undefined
}

const behind = (given: string, options: string): string =>
  given.trim() === '' ? options : `${given} ${options}`

/** As pytest splits its options: like a shell. */
const quote = (word: string): string =>
  /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`
