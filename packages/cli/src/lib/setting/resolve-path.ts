import { resolve } from 'node:path'
import { resolveProgram } from '@amelia/agent-process'
import { splitCommand } from '@amelia/core/plugin'
import { isUrl } from './is-url.ts'
import { quoteArgument } from './quote-argument.ts'
import { splitName } from './split-name.ts'

/** A command whose program is given as a relative path, with the full path in its place. */
const ofCommand = (text: string, folder: string): string => {
  const { argv, shellSyntax, unclosed } = splitCommand(text)
  if (shellSyntax !== undefined || unclosed !== undefined) return text
  const [program = '', ...words] = argv
  const resolved = resolveProgram(program, folder)
  return resolved === program ? text : [resolved, ...words].map(quoteArgument).join(' ')
}

/** A path, which may begin with the home folder. */
const ofFile = (text: string, folder: string): string =>
  /^~(?:$|\/)/.test(text) ? text : resolve(folder, text)

/** The settings that name a file or a program outside the workspaces. */
const settings: Readonly<Record<string, (text: string, folder: string) => string>> = {
  agent: ofCommand,
  notify: (text, folder) => (isUrl(text) ? text : ofCommand(text, folder)),
  confineWrite: ofFile,
  confineHide: ofFile,
  agentConfig(text, folder) {
    const { agent, value } = splitName(text)
    return `${agent === undefined ? '' : `${agent}=`}${resolve(folder, value)}`
  },
}

/**
 * Completes the relative path in the text of a setting, for commands in other folders. Returns the text of a
 * setting without one.
 */
export const resolvePath = (key: string, text: string, folder: string): string =>
  settings[key]?.(text, folder) ?? text
