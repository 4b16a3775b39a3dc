import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/start/quick-start-browser.md'), 'utf8')
const files = new Map(
  [...page.matchAll(/^`([\w.]+)` [^\n]*:\n\n```(?:js|html)\n([^]*?)^```$/gm)].map(
    ([, name, code]) => [name!, code!] as const,
  ),
)
const fromBrowser = createRequire(join(root, 'packages/browser/package.json'))
const addressOf = (name: string): string => pathToFileURL(fromBrowser.resolve(name)).href

it('the page of the quick start is bundled, runs its plan, and shows it again after a reload', () => {
  expect([...files.keys()]).toEqual(['page.js', 'buffer.js', 'build.js', 'index.html'])
  expect(page).toContain(' buffer esbuild\n')
  expect(files.get('index.html')).toContain('src="dist/page.js"')
  const folder = mkdtempSync(join(tmpdir(), 'amelia-page-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(root, 'node_modules/@amelia'), join(folder, 'node_modules/@amelia'))
  for (const [name, from] of [
    ['esbuild', 'store-key-value'],
    ['buffer', 'browser'],
  ])
    symlinkSync(join(root, 'packages', from!, 'node_modules', name!), join(folder, 'node_modules', name!))
  for (const [name, code] of files) writeFileSync(join(folder, name), code)
  const execute = (code: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder, encoding: 'utf8' })
  // The sources are bundled, which lie outside this folder; an installation is one tree.
  const settings = "bundle: true, conditions: ['amelia-source'], nodePaths: ['node_modules']"
  const build = files.get('build.js')!.replace('bundle: true', settings)
  execute(build)
  const bundle = pathToFileURL(join(folder, 'dist/page.js')).href
  const output = execute(
    `import '${addressOf('fake-indexeddb/auto')}'\ndelete globalThis.Buffer\nawait import('${bundle}')\nawait import('${bundle}?reloaded')`,
  )
  expect(output).toBe('completed\ncompleted\n')
})
