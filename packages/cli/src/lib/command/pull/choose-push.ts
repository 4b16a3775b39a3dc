import { words } from '@amelia/core/view'
import type { RunFlags } from '../../stored/next-steps.ts'
import { tryCommand } from '../../stored/try-command.ts'
import { readKeys } from '../../terminal/read-keys.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { wrapText } from '../../terminal/wrap-text.ts'
import { usageError, type UsageError } from '../../terminal/usage-error.ts'
import type { Push } from './find-push.ts'
import { withoutLogin } from './without-login.ts'

interface ChooseOptions extends Pick<RunFlags, 'repo' | 'engine'> {
  attended: boolean
}

/**
 * Returns the flags that complete the place to push to: a person at a terminal chooses one of several
 * remotes. Undefined if the person leaves. A run that pushes nothing has no place.
 *
 * Throws a usage error with the list if no one can be asked.
 */
export const choosePush = async (
  terminal: Pick<Terminal, 'screen' | 'stdin' | 'error' | 'columns'>,
  push: Push | undefined,
  { repo, attended, engine }: ChooseOptions,
): Promise<Pick<RunFlags, 'remote'> | undefined> => {
  if (push === undefined || !isUndecided(push)) return {}
  // The address of the shared repository is in the place of the answer.
  if (!attended || engine !== undefined) throw undecided(push, { engine })
  const { screen, columns } = terminal
  const { remotes } = push
  const width = Math.max(...remotes.map((name) => words.plainLabel(name).length))
  const rows = await Promise.all(
    remotes.map(async (name, index) => {
      const url = (await tryCommand('git', ['remote', 'get-url', '--push', '--', name], repo)) ?? ''
      return `  ${index + 1}  ${words.plainLabel(name).padEnd(width)}  ${words.plainLabel(withoutLogin(url.split('\n')[0]!))}\n`
    }),
  )
  screen.write(`${wrapText(`${whyUndecided(push)}:`, columns).join('\n')}\n${rows.join('')}`)
  for (;;) {
    const text = await readKeys(terminal).readLine('Push the branch of this run to (number or name): ')
    if (text === undefined) {
      screen.write('\n')
      terminal.error('Nothing was started.\n')
      return undefined
    }
    const chosen = remotes.find((name, index) => name === text.trim() || String(index + 1) === text.trim())
    if (chosen !== undefined) return { remote: chosen }
    screen.write(`  Expected a number from 1 to ${remotes.length}, or a name of the list.\n`)
  }
}

/** Whether the repository has remotes, and nothing decides between them. */
export const isUndecided = ({ remote, remotes }: Push): boolean => remote === undefined && remotes.length > 0

/** Creates the usage error for an undecided push. */
export const undecided = (
  push: Push,
  { engine }: { engine?: RunFlags['engine'] | undefined },
): UsageError => {
  const setting = 'git config remote.pushDefault NAME'
  return usageError(
    `${whyUndecided(push)}: ${push.remotes.join(', ')}.`,
    engine === undefined
      ? `Choose one for this run with --remote NAME, or for all with: ${setting}`
      : `Choose one: ${setting}`,
  )
}

const whyUndecided = ({ unknown, remotes }: Push): string =>
  unknown === undefined
    ? `The repository has ${remotes.length} remotes, and git's settings do not choose the one to push to`
    : `git's settings name the remote ${words.plainLabel(unknown)} to push to, which does not exist. The remotes are`
