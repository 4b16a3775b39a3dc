import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const examples = join(root, 'examples')
const read = (...path: string[]): string => readFileSync(join(examples, ...path), 'utf8')
const folders = readdirSync(examples).filter((name) => existsSync(join(examples, name, 'README.md')))

const scriptsOf = (file: string): string[] =>
  existsSync(file)
    ? Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { scripts?: object }).scripts ?? {})
    : []

it.each(folders)('the README of %s names only npm scripts that exist', (name) => {
  const known = [join(examples, name), root].flatMap((folder) => scriptsOf(join(folder, 'package.json')))
  const named = [...read(name, 'README.md').matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)]
  expect(named.map(([, script, short]) => script ?? short!).filter((each) => !known.includes(each))).toEqual(
    [],
  )
})

it.each(folders)('the README of %s names only files that exist', (name) => {
  const files = [...read(name, 'README.md').matchAll(/(?:\bnode |`)([\w-]+\.(?:m?js|ts|md|yaml|html))\b/g)]
  const missing = files.filter(([, file]) => !existsSync(join(examples, name, file!)))
  expect(missing.map(([, file]) => file)).toEqual([])
})

it('the ten programs to copy are tested from the packed packages', () => {
  const [, section = ''] = /^## Ten programs to copy\n([^]*?)^## /m.exec(read('README.md')) ?? []
  const rows = section.split('\n').filter((line) => line.includes('](')) // without the heading of the table
  const linked = rows.map((row) => [...row.matchAll(/\]\(([\w-]+)\/README\.md\)/g)].map(([, name]) => name!))
  expect(linked.map((names) => names.length > 0)).toEqual(Array.from({ length: 10 }, () => true))
  for (const name of linked.flat()) {
    // `npm run test:packages` runs each folder with such a manifest beside the installed packages.
    const manifest = JSON.parse(read(name, 'package.json')) as { scripts: { test: string } }
    expect(manifest.scripts.test).toBe('node --test')
    expect(readdirSync(join(examples, name)).filter((file) => /\.test\.m?js$/.test(file))).not.toEqual([])
  }
})

it('the programs of the READMEs use what their modules export', { timeout: 120_000 }, () => {
  const programs = new Map(
    folders.flatMap((name) =>
      [...read(name, 'README.md').matchAll(/^```js\n([^]*?)^```$/gm)].map(
        ([, code], index) => [join(examples, name, `readme-${index}.ts`), code!] as const,
      ),
    ),
  )
  expect(programs.size).toBeGreaterThan(6)
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost({ ...options, allowJs: true })
  const { fileExists, readFile } = host
  host.fileExists = (path) => programs.has(path) || fileExists(path)
  host.readFile = (path) => programs.get(path) ?? readFile(path)
  const settings = { ...options, allowJs: true, checkJs: false, strict: false, noEmit: true }
  const program = ts.createProgram([...programs.keys()], settings, host)
  const problems = [...programs.keys()].flatMap((path) => {
    const file = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
  })
  // A program may use names that its reader has, such as `driver`.
  const isFree = /^(?:Cannot find name|No value exists in scope for the shorthand property)/
  expect(
    problems
      .map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      )
      .filter((line) => !isFree.test(line.slice(line.indexOf(': ') + 2))),
  ).toEqual([])
})

it('the commands of quick-start print what its README states', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const example = join(folder, 'quick-start')
  cpSync(join(examples, 'quick-start'), example, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(example, 'node_modules'))
  // The packages are linked instead of installed.
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/npm'), '#!/bin/sh\ntest "$1" = install\n', { mode: 0o755 })
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    NODE_OPTIONS: `--conditions=amelia-source --import ${loader}`,
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'A Reader'],
        [`GIT_${who}_EMAIL`, 'reader@amelia.invalid'],
      ]),
    ),
  }
  const [, commands = ''] = /^```sh\n([^]*?)^```$/m.exec(read('quick-start', 'README.md')) ?? []
  const output = execFileSync('sh', ['-e', '-c', commands], {
    cwd: example,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(output).toMatch(/^1 [0-9a-f]{40}\n2 [0-9a-f]{40}\ncompleted refs\/heads\/amelia\/\S+\n$/m)
})
