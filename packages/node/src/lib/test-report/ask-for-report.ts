import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestCommand } from './find-test-command.ts'
import { nodeReporter } from './node-reporter.ts'

/** A command and its environment, changed to write a report. */
export interface AskedCommand {
  argv: string[]
  env: Record<string, string>
  /** The path of the report. */
  file: string
}

/**
 * Changes a test command to write a report to an empty folder. Undefined if that would conflict with the
 * command's own reporters.
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
      // A URL contains no spaces and quotes, which have a meaning in NODE_OPTIONS.
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
      // Only the older family of attributes contains the file of each test.
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
 * Completes the options of the reporter that people see. With several reporters, Node needs a destination for
 * each, and pairs them in order, starting with those of the environment. Undefined if the command's own
 * options do not form pairs.
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

/** Quotes a word for pytest, which splits its options like a shell. */
const quote = (word: string): string =>
  /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`
