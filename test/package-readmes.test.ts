import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Packages whose README is yet to be brought into this form, with their own tests of it. */
const others = new Set(['browser', 'cli', 'commands-bash', 'core', 'node'])

/** Output of the quick starts that run without an agent. */
const outputs: Readonly<Record<string, string>> = {
  'agent-process': '0 hello\n',
  'git-isomorphic': 'completed\n',
  markdown: '1 heading\n3 paragraph\n5 item\n',
  'parser-checklist': "1 Parser []\n2 Command line [ '1' ]\n",
  'parser-execution-plan': '1 Batch 1 []\n',
  'parser-phase-table': "1 Units []\n2a Parse [ '1' ]\n2b Format [ '1' ]\n",
  'parser-subtask-list': "1 Write tests; Write the docs []\n2 Write the parser [ '1' ]\n",
  'parser-task-heading': "1 Parser []\n2 Command line [ '1' ]\n",
  'parser-task-master': "1 Parser []\n2 Command line [ '1' ]\n",
}

const packages = readdirSync(join(root, 'packages'))
  .filter((name) => !others.has(name) && existsSync(join(root, 'packages', name, 'package.json')))
  .map((name) => {
    const file = join(root, 'packages', name, 'README.md')
    const readme = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return { name, readme, code: readme.split('\n```js\n')[1]?.split('\n```')[0] ?? '' }
  })

describe.each(packages)('the README of $name', ({ name, readme, code }) => {
  it('has two sentences, an installation, a quick start, options and links', () => {
    const [title, description = '', installation = ''] = readme.split('\n\n')
    expect(title).toBe(`# @amelia/${name}`)
    expect(description.match(/[.!?](?=\s|$)/g)).toHaveLength(2)
    expect(installation).toContain(`npm install`)
    expect(installation).toContain(`@amelia/${name}`)
    expect(code.split('\n').length).toBeLessThanOrEqual(15)
    expect(readme).toMatch(/^## (?:Options|Exports)/m)
    expect(readme).toMatch(/^## Links$/m)
  })

  it('links to files that exist', () => {
    const links = [...readme.matchAll(/\]\((\.[^)#]*)/g)].map(([, target = '']) => target)
    expect(links.filter((target) => !existsSync(join(root, 'packages', name, target)))).toEqual([])
  })
})

describe('the quick start of a README', () => {
  it('has no type errors', { timeout: 120_000 }, () => {
    // As if each stood in its package, so that it finds the package's dependencies.
    const sources = new Map(
      packages.map(({ name, code }) => [join(root, 'packages', name, 'quick-start.ts'), code]),
    )
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
    const host = ts.createCompilerHost(options)
    const { fileExists, readFile } = host
    host.fileExists = (path) => sources.has(path) || fileExists(path)
    host.readFile = (path) => sources.get(path) ?? readFile(path)
    const program = ts.createProgram([...sources.keys()], { ...options, noEmit: true }, host)
    const problems = [...sources.keys()].flatMap((path) => {
      const file = program.getSourceFile(path)
      return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    })
    expect(
      problems.map(
        ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      ),
    ).toEqual([])
  })

  const runnable = packages.filter(({ name }) => outputs[name] !== undefined)
  it.concurrent.each(runnable)('of $name prints its output', { timeout: 120_000 }, async ({ name, code }) => {
    const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=amelia-source', '--import', loader, '--input-type=module', '--eval', code],
      { cwd: join(root, 'packages', name) },
    )
    expect(stdout).toBe(outputs[name])
  })

  it('runs, or needs an agent', () => {
    expect(packages.map(({ name }) => name).filter((name) => outputs[name] === undefined)).toEqual([
      'driver-ai-sdk',
      'driver-claude',
      'driver-command',
      'driver-openai',
    ])
  })
})
