import { execFile, execFileSync } from 'node:child_process'
import {
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
import { promisify } from 'node:util'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** A package whose README has another form, because it is not imported. */
const others = new Set(['create-amelia'])

const scoped = (name: string): string => (name === 'amelia' ? name : `@amelia/${name}`)

/** Output of the quick starts that run without an agent. */
const outputs: Readonly<Record<string, string>> = {
  amelia: 'phase 1 completed\nphase 2 completed\ncompleted\n',
  'agent-process': '0 hello\n',
  browser: 'completed\n',
  'commands-bash': 'completed\n',
  core: '1 completed\n2 completed\n',
  'git-isomorphic': 'completed\n',
  http: 'run_started\nrun_published\nrun_ended\n',
  markdown: '1 heading\n3 paragraph\n5 item\n',
  node: 'completed\n',
  otel: 'invoke_agent scripted\nintegrate\nattempt 1\nphase 1\nrun\n',
  'store-key-value': 'completed\n',
  'parser-checklist': "1 Parser []\n2 Command line [ '1' ]\n",
  'parser-execution-plan': '1 Batch 1 []\n',
  parsers: "7 Parser []\n8 Command line [ '7' ]\n",
  'parser-phase-table': "1 Units []\n2A Parse [ '1' ]\n2B Format [ '1' ]\n",
  'parser-subtask-list': "1 Write tests; Write the docs []\n2 Write the parser [ '1' ]\n",
  'parser-task-heading': "1 Parser []\n2 Command line [ '1' ]\n",
  'parser-task-master': "1 Parser []\n2 Command line [ '1' ]\n",
}

const packages = readdirSync(join(root, 'packages'))
  .filter((name) => !others.has(name) && existsSync(join(root, 'packages', name, 'package.json')))
  .map((name) => {
    const file = join(root, 'packages', name, 'README.md')
    const readme = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const [, language = '', code = ''] = /\n```(js|sh)\n(.*?)\n```\n/s.exec(readme) ?? []
    return { name, readme, language, code }
  })

/** Modules to load before a quick start, for an environment that Node does not have. */
const preloads: Readonly<Record<string, string>> = { browser: 'fake-indexeddb/auto' }

/** Creates a repository with the plan of a README, if it has one, from which the package can be imported. */
const createPlanRepository = (name: string, readme: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-readme-'))
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  const plan = readme.split('\n````markdown\n')[1]?.split('\n````')[0] ?? ''
  writeFileSync(join(folder, 'plan.md'), `${plan}\n`)
  writeFileSync(join(folder, 'package.json'), '{ "scripts": { "test": "grep -q Hello greeting.txt" } }\n')
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'A Reader')
  git('config', 'user.email', 'reader@amelia.invalid')
  git('add', '.')
  git('-c', 'commit.gpgSign=false', 'commit', '--quiet', '--message', 'Begin')
  mkdirSync(join(folder, 'node_modules/@amelia'), { recursive: true })
  symlinkSync(join(root, 'packages', name), join(folder, 'node_modules', scoped(name)))
  symlinkSync(join(root, 'packages/core'), join(folder, 'node_modules/@amelia/core'))
  return folder
}

describe.each(packages)('the README of $name', ({ name, readme, code }) => {
  it('has two sentences, an installation, a quick start, options and links', () => {
    const [title, description = '', installation = ''] = readme.split('\n\n')
    expect(title).toBe(`# ${scoped(name)}`)
    expect(description.match(/[.!?](?=\s|$)/g)).toHaveLength(2)
    expect(installation).toContain(`npm install`)
    expect(installation).toContain(scoped(name))
    expect(code).not.toBe('')
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
    // As if each were in its package, so that it finds the package's dependencies.
    const sources = new Map(
      packages
        .filter(({ language }) => language === 'js')
        .map(({ name, code }) => [join(root, 'packages', name, 'quick-start.ts'), code]),
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
  it.concurrent.for(runnable)(
    'of $name prints its output',
    { timeout: 120_000 },
    async ({ name, readme, code }, { onTestFinished }) => {
      const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
      const modules = [loader, preloads[name] ?? []].flat().flatMap((module) => ['--import', module])
      const needsRepository = name === 'amelia' || name === 'node'
      const cwd = needsRepository ? createPlanRepository(name, readme) : join(root, 'packages', name)
      if (needsRepository) onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--conditions=amelia-source', ...modules, '--input-type=module', '--eval', code],
        { cwd },
      )
      expect(stdout).toBe(outputs[name])
    },
  )

  it('runs here, needs an agent or a database, or is tested by its package', () => {
    expect(packages.map(({ name }) => name).filter((name) => outputs[name] === undefined)).toEqual([
      'cli',
      'dashboard',
      'driver-acp',
      'driver-ai-sdk',
      'driver-claude',
      'driver-command',
      'driver-openai',
      'engine-dbos',
      'store-postgres',
    ])
  })
})
