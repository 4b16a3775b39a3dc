import type { Run } from '@amelia/core'
import type { Notifications } from '@amelia/http/notify'
import { commandNotifier } from '@amelia/node'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { readCommand } from './read-command.ts'

/** The flags about notifications. */
export interface NotifyFlags {
  notifyUrl?: string
  notifyCommand?: string
}

const secretName = 'AMELIA_NOTIFY_SECRET'

/**
 * Sends notifications about a run as its flags say; undefined without such flags. Failures are printed.
 * Throws a usage error for a wrong flag.
 */
export const startNotifications = async (
  terminal: Terminal,
  run: Run,
  { notifyUrl: url, notifyCommand }: NotifyFlags,
): Promise<Notifications | undefined> => {
  if (url === undefined && notifyCommand === undefined) return undefined
  const secret = process.env[secretName] ?? ''
  if (url !== undefined && secret.length < 16)
    throw usageError(
      `--notify-url signs each request with a secret: ${secretName} must have at least 16 characters.`,
      `Set ${secretName} to a random text, and give it to the receiver.`,
    )
  const command = notifyCommand === undefined ? undefined : readCommand('notify-command', notifyCommand)
  const { notifyAbout, webhook } = await import('@amelia/http/notify')
  return notifyAbout(run, {
    notifiers: [
      ...(url === undefined ? [] : [webhook({ url, secret })]),
      ...(command ? [commandNotifier({ argv: command })] : []),
    ],
    onWarning: (message) => terminal.error(`warning: ${message}\n`),
  })
}
