import type { CommandRunnerV1 } from '../../src/index.ts'
import type { TestReport, Workspace } from '../../src/plugin.ts'

/**
 * A fake test runner over the files of a workspace.
 *
 * Each line of a file `test/x.test.txt` is a test: `needs src/x.txt` does not load without that file, `finds
 * WORD in src/x.txt` fails unless the file contains the word, `spoilt` cannot be parsed, and `exits` ends the
 * run with exit code 0 before any test.
 */
export const withFakeTests = (commands: CommandRunnerV1): CommandRunnerV1 & { testFiles: string[][] } => {
  const testFiles: string[][] = []
  return {
    ...commands,
    testFiles,
    async runTests(request) {
      const report = await lookAt(request.workspace)
      testFiles.push((await filesOf(request.workspace, 'test')).sort())
      const failed = report.broken.length > 0 || report.tests.some(({ passed }) => !passed)
      return { exitCode: failed ? 1 : 0, output: '', truncated: false, durationMs: 1, report }
    },
  }
}

const lookAt = async (workspace: Workspace): Promise<TestReport> => {
  const report: TestReport = { runner: 'node', tests: [], broken: [] }
  for (const file of await filesOf(workspace, 'test')) {
    const lines = (await read(workspace, file))?.trim().split('\n') ?? []
    if (lines.includes('exits')) return { runner: 'node', tests: [], broken: [] }
    if (lines.includes('spoilt')) {
      report.broken.push({ file, message: 'SyntaxError: Unexpected end of input' })
      continue
    }
    const missing = await firstMissing(workspace, lines)
    if (missing !== undefined) {
      report.broken.push({ file, message: `Cannot find module '<workspace>/${missing}'` })
      continue
    }
    for (const line of lines) {
      const [, word, path] = /^finds (\S+) in (\S+)$/.exec(line) ?? []
      const passed = word === undefined || ((await read(workspace, path!)) ?? '').includes(word)
      report.tests.push({ id: `${file} > ${line}`, file, passed, message: passed ? '' : `no ${word}` })
    }
  }
  return report
}

const firstMissing = async (workspace: Workspace, lines: readonly string[]): Promise<string | undefined> => {
  for (const line of lines) {
    const path = /^needs (\S+)$/.exec(line)?.[1]
    if (path !== undefined && (await read(workspace, path)) === undefined) return path
  }
  return undefined
}

const filesOf = async ({ fs }: Workspace, folder: string): Promise<string[]> => {
  const names = await fs.readdir(`/${folder}`).catch((): string[] => [])
  return names.map((name) => `${folder}/${name}`)
}

const read = ({ fs }: Workspace, path: string): Promise<string | undefined> =>
  fs.readFile(`/${path}`).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  )
