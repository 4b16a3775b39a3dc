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
import { showInstalls } from '../scripts/lib/site/show-installs.ts'

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

/** The rows of the page for choosing packages, each with the commands and the program of its section. */
const choices = (() => {
  const page = showInstalls(readFileSync(join(root, 'docs/start/packages.md'), 'utf8'), true)
  const sections = new Map(
    page.split('\n## ').map((part) => [part.split('\n')[0]!.toLowerCase().replaceAll(' ', '-'), part]),
  )
  return [...page.matchAll(/^\| \[([^\]]+)\]\(#([\w-]+)\) \| (.+) \|$/gm)].map(
    ([, purpose = '', anchor = '', cell = '']) => {
      const section = sections.get(anchor) ?? ''
      const installed = /^npm install (?:--global )?(.+)$/m.exec(section)?.[1]?.split(' ') ?? []
      const [, code = ''] = /^```js\n([^]*?)^```$/m.exec(section) ?? []
      const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
      return { purpose, section, named, installed, code }
    },
  )
})()

const folderOf = (name: string): string => name.replace('@amelia/', '')

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(root, 'packages', folderOf(name), 'package.json'), 'utf8')) as Record<
    'exports' | 'dependencies' | 'peerDependencies',
    Record<string, string> | undefined
  >

const isOurs = (name: string): boolean => name === 'amelia' || name.startsWith('@amelia/')

describe('the page for choosing packages', () => {
  it('begins with `amelia` and one driver in a program, and then core and node', () => {
    const [, program, , embedded] = choices
    expect(program!.named).toEqual(['amelia', '@amelia/driver-claude'])
    expect(embedded!.named.slice(0, 2)).toEqual(['@amelia/core', '@amelia/node'])
    expect(choices.length).toBeGreaterThan(12)
  })

  it.each(choices)('installs all packages to $purpose', ({ section, named, installed, code }) => {
    expect(installed.filter(isOurs)).toEqual(named)
    const needed = named.flatMap((name) => Object.keys(manifestOf(name).peerDependencies ?? {}))
    const brought = named.flatMap((name) => Object.keys(manifestOf(name).dependencies ?? {}))
    expect(needed.filter((name) => isOurs(name) && ![...named, ...brought].includes(name))).toEqual(
      section.startsWith('At a terminal') ? ['@amelia/engine-dbos'] : [],
    )
    const imported = [...code.matchAll(/from '((?:@[\w-]+\/)?[\w-]+)(\/[\w-]+)?'/g)]
    const names = installed.map((name) => name.replace(/(?<=.)@[\d.]+$/, ''))
    for (const [, name = '', door = ''] of imported) {
      expect(names).toContain(name)
      if (isOurs(name)) expect(Object.keys(manifestOf(name).exports!)).toContain(`.${door}`)
    }
  })

  it.each(choices)('shows at most four lines to $purpose', ({ section, code }) => {
    const shown = section.startsWith('At a terminal') ? /^amelia .+$/m.exec(section)![0] : code
    expect(shown.trim().split('\n').length).toBeLessThanOrEqual(4)
    expect(shown).not.toBe('')
  })

  it('names the version of the SDK of Claude that its driver names', () => {
    const version = /claude-agent-sdk@([\d.]+)/.exec(
      packages.find(({ name }) => name === 'driver-claude')!.readme,
    )![1]
    for (const { installed } of choices)
      for (const name of installed.filter((each) => each.startsWith('@anthropic-ai/')))
        expect(name).toBe(`@anthropic-ai/claude-agent-sdk@${version}`)
  })
})

/**
 * The programs of that page, as if each were in a package that has what it imports. They leave a plan, a
 * driver and a host to their reader.
 */
const starts = choices
  .filter(({ code }) => code !== '')
  .map(({ named, code }, index) => {
    const free = ['plan', 'driver', 'host'].filter((name) => !code.includes(`const ${name} =`))
    const given = free.map(
      (name) => `declare const ${name}: Required<Parameters<typeof givenRun>[0]>['${name}']`,
    )
    const source = ["import type { createRun as givenRun } from '@amelia/core'", ...given, code].join('\n')
    return [join(root, 'packages', folderOf(named[0]!), `start-${index}.ts`), source] as const
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
    const sources = new Map([
      ...packages
        .filter(({ language }) => language === 'js')
        .map(({ name, code }) => [join(root, 'packages', name, 'quick-start.ts'), code] as const),
      ...starts,
    ])
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
