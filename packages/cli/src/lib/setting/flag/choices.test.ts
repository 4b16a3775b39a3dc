import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as core from '@amelia/core'
import * as plugin from '@amelia/core/plugin'
import * as view from '@amelia/core/view'
import { expect, it } from 'vitest'
import { choices } from './choices.ts'

const folders = [import.meta.dirname, join(import.meta.dirname, '../../program')]

it('the choices of flags are those of core', () => {
  const { settingValues, ...lists } = choices
  for (const [name, values] of Object.entries(lists))
    expect(values, name).toEqual({ ...core, ...plugin, ...view.words }[name as keyof typeof lists])
  expect(core.settingValues).toMatchObject(settingValues)
})

it('the commands and their flags load no package but commander, and flags of drivers, which are data', () => {
  const files = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const loaded = files.flatMap((name) =>
    readFileSync(name, 'utf8')
      .split('\n')
      .filter(
        (line) =>
          /^(?:import|\} from) (?!type )?.*from '(?!\.|node:)/.test(line) && !line.startsWith('import type'),
      ),
  )
  expect(loaded.filter((line) => !/from '(?:commander|@amelia\/driver-\w+\/flags)'$/.test(line))).toEqual([])
  const driver = resolve(import.meta.dirname, '../../../../../driver-claude/src')
  const modules = ['flags.ts', 'lib/option/claude-flags.ts'].map((name) =>
    readFileSync(join(driver, name), 'utf8'),
  )
  expect(modules.flatMap((text) => text.match(/from '.*'/g))).toEqual([
    "from './lib/option/claude-flags.ts'",
    // A type.
    "from './claude-options.ts'",
  ])
})
