import type { Run } from '@amelia/core'
import type { Notifications } from '@amelia/http/notify'
import { checkCommandAgent } from '@amelia/driver-command'
import { commandNotifier } from '@amelia/node'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { desktopNotifier } from './desktop-notifier.ts'
import { isUrl } from './is-url.ts'
import { readCommand } from './read-command.ts'

/** The flags about notifications. */
export interface NotifyFlags {
  /** Addresses, commands and `desktop`. */
  notify?: string[]
}

/** The value of `--notify` that shows notifications on the desktop. */
const desktop = 'desktop'

const secretName = 'AMELIA_NOTIFY_SECRET'

/** Reads the receivers of notifications. Throws a usage error for a wrong flag and for a missing secret. */
export const checkNotifications = ({ notify = [] }: NotifyFlags) => {
  const urls = notify.filter(isUrl)
  const commands = notify
    .filter((target) => !isUrl(target) && target !== desktop)
    .map((command) => readCommand('notify', command))
  for (const argv of commands)
    if (checkCommandAgent({ command: argv, name: 'notify' }).length > 0)
      throw usageError(
        `--notify: the command was not found: ${argv[0]}.`,
        'Install it, or give the path of the program.',
      )
  const secret = process.env[secretName] ?? ''
  if (urls.length > 0 && secret.length < 16)
    throw usageError(
      `--notify URL signs each request with a secret: ${secretName} must have at least 16 characters.`,
      `Set ${secretName} to a random text, and give it to the receiver.`,
    )
  return { urls, commands, secret }
}

/**
 * Sends notifications about a run as its flags say; undefined without such flags. Failures are printed.
 * Throws a usage error for a wrong flag.
 */
export const startNotifications = async (
  terminal: Terminal,
  run: Run,
  { notify = [] }: NotifyFlags,
): Promise<Notifications | undefined> => {
  if (notify.length === 0) return undefined
  const { urls, commands, secret } = checkNotifications({ notify })
  const { notifyAbout, webhook } = await import('@amelia/http/notify')
  const warn = (message: string): void => printNote(terminal, `warning: ${message}\n`)
  const shown = notify.includes(desktop) ? desktopNotifier() : undefined
  if (typeof shown === 'string') warn(shown)
  return notifyAbout(run, {
    notifiers: [
      ...urls.map((url) => webhook({ url, secret })),
      ...commands.map((argv) => commandNotifier({ argv })),
      ...(typeof shown === 'object' ? [shown] : []),
    ],
    onWarning: warn,
  })
}
