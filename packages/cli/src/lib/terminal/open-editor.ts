import { spawn } from 'node:child_process'
import { words } from '@amelia/core/view'
import { splitCommand } from '@amelia/core/plugin'

/** Opens a file in $VISUAL or $EDITOR, and waits for its end. Returns why the file could not be edited. */
export const openEditor = async (path: string): Promise<string | undefined> => {
  const command = process.env['VISUAL'] || process.env['EDITOR']
  if (!command) return 'Set VISUAL or EDITOR to the command of your editor.'
  const [program = '', ...args] = splitCommand(command).argv
  return new Promise((resolve) => {
    const editor = spawn(program, [...args, path], { stdio: 'inherit' })
    editor.on('error', ({ message }) =>
      resolve(`The editor could not be started: ${words.plainLabel(message)}.`),
    )
    editor.on('close', (code) =>
      resolve(code === 0 ? undefined : `The editor failed with exit code ${code}.`),
    )
  })
}
