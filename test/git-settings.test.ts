import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitSettings } from '@amelia/agent-process'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'packages'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(root, path), 'utf8'))

it.each([...gitSettings.engine, ...gitSettings.diff, gitSettings.outside])(
  'the setting %s of git is in one list, which all packages use',
  (setting) => {
    const uses = sources.flatMap((text) => text.split(`'${setting}'`).slice(1))
    // A comparison of submodules has a flag about them in place of the second one.
    expect(uses.length).toBe(setting === '--no-ext-diff' ? 2 : 1)
  },
)
