import { didRun } from '../../policy/evidence/judge-exit.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { defineTool } from './define-tool.ts'
import { toolError } from './tool-error.ts'
import { requireEntry, toolFolder } from './tool-path.ts'

/** Lines to keep from each end of a long output. */
const edgeLines = 500

export const runCommandTool = defineTool({
  name: 'run',
  description:
    'Runs a program with its arguments in the workspace and returns its exit code and output. No shell runs it: no pipes, no &&, no wildcards.',
  fields: {
    argv: { type: 'strings', description: 'The program and its arguments: ["npm", "test"].' },
    cwd: {
      type: 'string',
      optional: true,
      description: 'Folder relative to the root of the workspace. Default: the root.',
    },
  },
  async use({ argv, cwd }, { workspace, run, redact, maxCharacters }) {
    if (argv.length === 0 || argv[0] === '') throw toolError('input_invalid', '`argv` is empty.')
    if (argv.some((word) => word.includes('\0')))
      throw toolError('input_invalid', '`argv` contains a NUL character.')
    const folder = toolFolder(cwd, workspace)
    if (folder !== '') {
      await requireEntry(workspace, folder)
      if (!(await workspace.fs.stat(folder)).isDirectory())
        throw toolError('wrong_kind', `${folder} is not a folder.`)
    }
    const result = await run({ argv, ...(folder === '' ? {} : { cwd: folder.slice(1) }) })
    const { exitCode, signal, durationMs } = result
    const end = exitCode === null ? `Ended by ${signal ?? 'the runner'}` : `Exit code ${exitCode}`
    const output = boundOutput(redact(stripAnsi(result.output)).trimEnd(), {
      edgeLines,
      maxCharacters: maxCharacters - 100,
    })
    const text = `${end} after ${Math.round(durationMs / 100) / 10} s.\n${output === '' ? '(no output)' : output}`
    if (!didRun(exitCode))
      throw toolError('not_started', `The program was not found, or could not be started. ${text}`)
    return text
  },
})
