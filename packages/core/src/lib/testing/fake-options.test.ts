import { expect, it } from 'vitest'
import { createScriptedDriver } from './driver/scripted-driver.ts'
import { createManualClock } from './memory/manual-clock.ts'
import { createMemoryGit } from './memory/memory-git.ts'
import { memoryHost } from './memory/memory-host.ts'
import { createScriptedCommands } from './memory/scripted-commands.ts'
import { recordSessions } from './recording/record-sessions.ts'
import { replaySessions } from './recording/replay-sessions.ts'

/** As a caller without types passes it. */
const wrong = (value: unknown): never => value as never

it.each<[() => unknown, string]>([
  [() => memoryHost(wrong({ file: {} })), 'memoryHost: `file` is not known. Did you mean `files`?'],
  [
    () => memoryHost({ commands: wrong({ contract: 'command-runner-v1' }) }),
    'memoryHost: `commands` must be a function that returns the result of a command; got',
  ],
  [
    () => memoryHost({ clock: wrong('fast') }),
    'memoryHost: `clock` must be "auto", "manual" or "real", or a clock; got "fast"',
  ],
  [() => memoryHost({ clock: wrong({ now: Date.now }) }), 'memoryHost: `clock.wait` must be a function'],
  [() => memoryHost({ files: wrong({ 'a.txt': 1 }) }), 'memoryHost: `files.a.txt` must be a text; got 1'],
  [
    () => createMemoryGit(wrong({ lokced: {} })),
    'createMemoryGit: `lokced` is not known. Did you mean `locked`?',
  ],
  [() => createScriptedCommands(wrong(0)), 'createScriptedCommands: `script` must be a function; got 0'],
  [() => createManualClock(wrong('2026')), 'createManualClock: `now` must be a number'],
  [() => createScriptedDriver(wrong(5)), 'createScriptedDriver: `script` must be a function; got 5'],
  [
    () => createScriptedDriver(() => {}, wrong({ review: () => {} })),
    'createScriptedDriver: `review` is not known. Did you mean `reviews`?',
  ],
  [() => recordSessions(wrong(5), { save() {} }), 'recordSessions: `driver` must be a driver'],
  [
    () => recordSessions(createScriptedDriver(), wrong(undefined)),
    'The options of recordSessions must be an object; got undefined.',
  ],
  [() => replaySessions(wrong({})), 'replaySessions: `load` must be a function; got undefined'],
])('%s is refused', (call, message) => {
  expect(call).toThrow(message)
  expect(call).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
})
