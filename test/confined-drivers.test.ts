import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createScriptedDriver } from '@amelia/core/testing'
import type { DriverV1 } from '@amelia/core/plugin'
import { apiAgent } from '@amelia/driver-ai-sdk'
import { claude } from '@amelia/driver-claude'
import { commandAgent } from '@amelia/driver-command'
import { codex } from '@amelia/driver-openai'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const generate = () => Promise.reject(new Error('No session runs.'))
const model = {
  ...{ specificationVersion: 'v3', provider: 'p', modelId: 'm' },
  ...{ doGenerate: generate, doStream: generate },
} as never

/** A driver for each way in which sessions are confined. */
const drivers: Record<string, DriverV1> = {
  '`claude()`': claude(),
  '`claude({ sandbox: true })`': claude({ sandbox: true }),
  '`codex()`': codex(),
  "`codex({ sandbox: 'danger-full-access', readSandbox: 'danger-full-access' })`": codex({
    sandbox: 'danger-full-access',
    readSandbox: 'danger-full-access',
  }),
  '`apiAgent()`': apiAgent({ model }),
  '`apiAgent({ commands: true })`': apiAgent({ model, commands: true }),
  '`commandAgent()`': commandAgent({ name: 'the program', command: ['agent'] }),
  'a driver that does not state it': createScriptedDriver(() => Promise.resolve({})),
}

it('docs/use/security.md lists what confines each driver, in the words of the driver', () => {
  const rows = Object.entries(drivers).map(
    // The name of the sandbox depends on the platform.
    ([name, { access }]) => `| ${name} | ${access?.confined.replace(/ \([^)]*\)/, '') ?? 'unknown'} |`,
  )
  const table = ['| driver | is confined to |', '|---|---|', ...rows].join('\n')
  console.log(table)
  expect(readFileSync(join(root, 'docs/use/security.md'), 'utf8')).toContain(table)
})
