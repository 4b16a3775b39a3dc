import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandResult, TestReport } from '@amelia/core/plugin'
import { askForReport } from './ask-for-report.ts'
import { findTestCommand } from './find-test-command.ts'
import { jsonFields, parseJson } from './json-fields.ts'
import { readJsonReport } from './read-json-report.ts'
import { readNodeReport } from './read-node-report.ts'
import { readReportFile } from './read-report-file.ts'
import { type ReportPlace, reportPlace } from './report-place.ts'

/** A command that is about to run. */
export interface ReportedCommand {
  argv: string[]
  env: Record<string, string>
  /** An absolute path. */
  cwd: string
  /** The absolute path of the workspace's folder. */
  root: string
  /** A folder for the report that the command can write to. Default: the system's folder for such files. */
  temporary?: string
}

/**
 * Runs a test command and reads the report of its runner.
 *
 * The result has no report if the runner is unknown, the command was not found, a signal ended it before it
 * reported, or the file is not a report. A runner that exits by itself without a report has run no tests: its
 * report is empty.
 */
export const runWithReport = async (
  command: ReportedCommand,
  run: (argv: string[], env: Record<string, string>) => Promise<CommandResult>,
): Promise<CommandResult & { report?: TestReport }> => {
  const { argv, env, cwd, root, temporary = tmpdir() } = command
  const found = findTestCommand(argv, await readScripts(join(cwd, 'package.json')))
  if (found === undefined) return run(argv, env)
  const folder = await mkdtemp(join(await realpath(temporary), 'amelia-report-'))
  try {
    const reported = await askForReport(found, argv, env, folder)
    if (reported === undefined) return await run(argv, env)
    const result = await run(reported.argv, reported.env)
    const file = await readReportFile(reported.file)
    const report =
      file === 'absent'
        ? emptyReport(found.runner, result.exitCode)
        : file === 'refused'
          ? undefined
          : await readReport(
              found.runner,
              file.text,
              reportPlace([...new Set([await realpath(root), root])], cwd),
            )
    return { ...result, ...(report !== undefined && { report }) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const emptyReport = (runner: TestReport['runner'], exitCode: number | null): TestReport | undefined =>
  exitCode === null || exitCode === 126 || exitCode === 127 ? undefined : { runner, tests: [], broken: [] }

const readReport = async (
  runner: TestReport['runner'],
  text: string,
  place: ReportPlace,
): Promise<TestReport | undefined> => {
  switch (runner) {
    case 'node':
      return readNodeReport(text, place)
    case 'vitest':
    case 'jest':
      return readJsonReport(runner, text, place)
    case 'pytest': {
      const { readJunitReport } = await import('./read-junit-report.ts')
      return readJunitReport(text, place)
    }
  }
}

const readScripts = async (manifest: string): Promise<ReadonlyMap<string, string>> => {
  const text = await readFile(manifest, 'utf8').catch(() => '')
  const scripts = jsonFields(parseJson(text))?.object('scripts') ?? {}
  return new Map(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
