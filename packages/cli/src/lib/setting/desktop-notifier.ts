import type { Notification, Notifier } from '@amelia/http/notify'
import { words } from '@amelia/core/view'
import { checkCommandAgent } from '@amelia/driver-command'
import { commandNotifier } from '@amelia/node'
import { fitText } from '../terminal/fit-text.ts'
import { plural } from '../terminal/plural.ts'

/** The variables by which a program finds the desktop of its user. */
const passEnv = ['DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR']

/** The command of each program that shows a notification. The texts are arguments, and never a script. */
const commands = {
  'notify-send': ['notify-send', '--app-name=Amelia', '--'],
  osascript: [
    'osascript',
    ...['-e', 'on run argv'],
    ...['-e', 'display notification (item 2 of argv) with title (item 1 of argv)'],
    ...['-e', 'end run'],
  ],
} as const

/** Creates the notifier of `--notify desktop`. Returns a warning if this machine has no program for it. */
export const desktopNotifier = (platform = process.platform): Notifier | string => {
  const argv = Object.values(commands).find(
    (command) => checkCommandAgent({ command, name: 'notify' }).length === 0,
  )
  if (argv === undefined)
    return platform === 'darwin'
      ? '--notify desktop shows nothing: osascript, which is part of macOS, was not found on PATH.'
      : '--notify desktop shows nothing: install notify-send (the package libnotify-bin or libnotify).'
  return {
    id: `the desktop (${argv[0]})`,
    send: (notification, context) =>
      commandNotifier({ argv: [...argv, ...textsOf(notification)], passEnv }).send(notification, context),
  }
}

const textsOf = (notification: Notification): [title: string, body: string] => {
  const { runId } = notification
  if (notification.type === 'gate_opened')
    return [plain(`Amelia: run ${runId} asks`, 80), plain(notification.gate.question, 240)]
  const { status, goal, phases } = notification
  const all = Object.values(phases).reduce((sum, count) => sum + count, 0)
  const done = `${phases['completed'] ?? 0} of ${plural(all, 'phase')}`
  return [plain(`Amelia: run ${runId} is ${status}`, 80), plain(`${done}: ${goal}`, 240)]
}

/** Makes a text one short line, without the characters of markup and of escapes. */
const plain = (text: string, columns: number): string =>
  fitText(
    words
      .plainLabel(text)
      .replace(/[<>\\]/g, ' ')
      .replaceAll('&', 'and')
      .replace(/\s+/g, ' ')
      .trim(),
    columns,
  )
