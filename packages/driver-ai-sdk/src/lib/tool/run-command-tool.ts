import { stripAnsi } from '@amelia/core/plugin'
import { defineTool } from './agent-tool.ts'
import { boundMiddle } from '../text/bound-text.ts'
import { toolFolder } from './file/tool-path.ts'

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
  async use({ argv, cwd }, { run, resultLimit }) {
    if (run === undefined) throw new Error('This session cannot run commands.')
    if (argv.length === 0 || argv[0] === '') throw new Error('`argv` is empty.')
    const folder = toolFolder(cwd).slice(1)
    const { exitCode, signal, output, durationMs } = await run({
      argv,
      ...(folder === '' ? {} : { cwd: folder }),
    })
    const end = exitCode === null ? `Ended by ${signal ?? 'the runner'}` : `Exit code ${exitCode}`
    const text = stripAnsi(output).trimEnd()
    return `${end} after ${Math.round(durationMs / 100) / 10} s.\n${text === '' ? '(no output)' : boundMiddle(text, resultLimit - 200)}`
  },
})
