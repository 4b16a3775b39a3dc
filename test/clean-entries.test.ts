import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { Linter, type Rule, type Scope } from 'eslint'
import { build, type OutputFile } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Packages for Node only, with the reason. */
const forNode: Readonly<Record<string, string>> = {
  'agent-process': 'starts and ends processes',
  amelia: 'the command line',
  cli: 'the command line',
  'driver-acp': 'starts the agent as a process',
  'driver-claude': 'starts the agent as a process',
  'driver-command': 'starts the agent as a process',
  'driver-openai': 'starts the agent as a process',
  'create-amelia': 'writes the files of a project',
  'engine-dbos': 'starts git',
  'store-postgres': 'connects to PostgreSQL',
  node: 'what a run takes from Node: processes, files, native git',
}

const ofIsomorphicGit = {
  'global Buffer': 'isomorphic-git uses it: the page provides it, as the README says',
  'module buffer': 'and so does safe-buffer, below it',
  'global process': 'async-lock, below it, reads process.domain with an option that is never given',
}

/** Uses of Node that remain in the bundle of an entry, with the reason. */
const asked: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'browser .': ofIsomorphicGit,
  'commands-bash .': {
    'global Buffer': 'just-bash uses it for gzip and curl alone',
    'global process': 'just-bash guards it with an option that is off',
    'module zlib': 'just-bash imports it for gzip: the README says what to put in its place',
  },
  'git-isomorphic .': ofIsomorphicGit,
  'dashboard .': {
    'global process': 'React and its libraries read process.env.NODE_ENV, which bundlers replace',
  },
}

const ofNode = new Set(['process', 'Buffer', 'global', 'require', 'module', 'exports', 'setImmediate'])
for (const name of ['clearImmediate', '__dirname', '__filename']) ofNode.add(name)
const builtins = new Set(builtinModules)

interface Manifest {
  exports: Record<string, { 'amelia-source': string }>
}

const packages = readdirSync(join(root, 'packages')).filter((folder) =>
  existsSync(join(root, 'packages', folder, 'package.json')),
)
const doors = packages
  .filter((folder) => forNode[folder] === undefined)
  .flatMap((folder) => {
    const manifest = readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')
    const all = Object.entries((JSON.parse(manifest) as Manifest).exports)
    return all
      .filter(([door]) => !door.endsWith('.css'))
      .map(([door, targets]) => ({
        name: `${folder} ${door}`,
        entry: join(root, 'packages', folder, targets['amelia-source']),
      }))
  })

/** The files of a bundle: what several doors contain is in files that they import. */
interface Bundle {
  /** The text of each file. */
  texts: ReadonlyMap<string, string>
  /** Returns the files that a door loads, at once or later. */
  filesOf(name: string): Set<string>
}

/** Bundles all doors and their dependencies for browsers. */
const bundleDoors = async (): Promise<Bundle> => {
  const fileOf = (name: string): string => name.replace(/\W+/g, '-')
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries(doors.map(({ name, entry }) => [fileOf(name), entry])),
    absWorkingDir: root,
    outdir: 'doors',
    ...{ bundle: true, splitting: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'neutral', logLevel: 'silent' },
    external: ['node:*', ...builtins],
    conditions: ['amelia-source', 'browser', 'import', 'module'],
    mainFields: ['browser', 'module', 'main'],
  })
  const pathOf = ({ path }: OutputFile): string => relative(root, path)
  return {
    texts: new Map(outputFiles.map((file) => [pathOf(file), file.text])),
    filesOf(name) {
      const files = new Set([`doors/${fileOf(name)}.js`])
      for (const file of files)
        for (const { path, external } of metafile.outputs[file]?.imports ?? []) if (!external) files.add(path)
      return files
    },
  }
}

/** Returns whether a reference is only used after, or in, a check with `typeof`. */
const isGuarded = ({ identifier }: Scope.Reference, text: (node: Rule.Node) => string): boolean => {
  const { name } = identifier as { name: string }
  let node = identifier as Rule.Node
  while (node.parent !== null && node.parent !== undefined) {
    const { parent } = node
    if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return true
    const isBranch = parent.type === 'ConditionalExpression' || parent.type === 'IfStatement'
    const condition = isBranch ? parent.test : parent.type === 'LogicalExpression' ? parent.left : undefined
    if (
      condition !== undefined &&
      condition !== node &&
      text(condition as Rule.Node).includes(`typeof ${name}`)
    )
      return true
    node = parent
  }
  return false
}

/** Finds uses of Node by scope: a name that the file declares itself does not count. */
const findNode: Rule.RuleModule = {
  create(context) {
    const text = (node: Rule.Node): string => context.sourceCode.getText(node)
    const report = (node: Rule.Node, message: string): void => context.report({ node, message })
    const checkModule = (node: Rule.Node, source: unknown): void => {
      const name = (source as { value?: unknown } | null | undefined)?.value
      if (typeof name === 'string' && (name.startsWith('node:') || builtins.has(name)))
        report(node, `module ${name.replace('node:', '')}`)
    }
    return {
      ImportDeclaration: (node) => checkModule(node, node.source),
      ExportNamedDeclaration: (node) => checkModule(node, node.source),
      ExportAllDeclaration: (node) => checkModule(node, node.source),
      ImportExpression: (node) => checkModule(node, node.source),
      // The names that bundlers give to the `require` of a CommonJS package.
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && /^_*require\d*$/.test(node.callee.name))
          checkModule(node, node.arguments[0])
      },
      'Program:exit'() {
        for (const reference of context.sourceCode.scopeManager.globalScope?.through ?? []) {
          const { name } = reference.identifier as { name: string }
          if (ofNode.has(name) && !isGuarded(reference, text))
            report(reference.identifier as Rule.Node, `global ${name}`)
        }
      },
    }
  },
}

/** Returns each use of Node in a module once. */
const needsOf = (code: string): string[] => {
  const messages = new Linter().verify(code, {
    plugins: { entries: { rules: { node: findNode } } },
    rules: { 'entries/node': 'error' },
    // Directives in other people's comments do not apply here.
    languageOptions: { ecmaVersion: 'latest', sourceType: 'module' },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
  })
  const found = messages.filter(({ ruleId, fatal }) => ruleId !== null || fatal === true)
  return [...new Set(found.map(({ message }) => message))].sort()
}

describe('the detection of Node', () => {
  it.each([
    ["import fs from 'node:fs'", ['module fs']],
    ["import 'fs/promises'", ['module fs/promises']],
    ["export { join } from 'path'", ['module path']],
    ["export * from 'node:os'", ['module os']],
    ["await import('node:child_process')", ['module child_process']],
    ['process.exit(1)', ['global process']],
    ["const f = () => Buffer.from('a')", ['global Buffer']],
    ['if (x) { y(process?.env) }', ['global process']],
    ["require('x')", ['global require']],
    ["__require('buffer')", ['module buffer']],
    ["typeof process < 'u' ? 1 : process.pid", []],
    ["if (typeof Buffer === 'function') Buffer.from('a')", []],
    ["typeof process !== 'undefined' && process.env", []],
    ['const process = {}; process.exit()', []],
    ["import { Buffer } from './buffer.js'; Buffer.from('a')", []],
    ['const f = (module) => module.exports', []],
    ["const text = 'process.env and Buffer'; a.process.b", []],
    ['const broken = ', ['Parsing error: Unexpected token']],
  ])('%s', (code, expected) => {
    expect(needsOf(code)).toEqual(expected)
  })
})

describe('the bundle of a published entry with its dependencies uses nothing from Node', () => {
  let bundle: Bundle
  const needs = new Map<string, string[]>()
  beforeAll(async () => {
    bundle = await bundleDoors()
    for (const [file, text] of bundle.texts) if (file.endsWith('.js')) needs.set(file, needsOf(text))
  })

  it.each(doors)('$name', ({ name }) => {
    const all = [...bundle.filesOf(name)].flatMap((file) => needs.get(file) ?? [`file ${file}`])
    expect([...new Set(all)].sort()).toEqual(Object.keys(asked[name] ?? {}).sort())
  })

  it('covers every package, except those with a reason', () => {
    expect(doors.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'core .',
        'core ./machine',
        'core ./plugin',
        'core ./testing',
        'core ./view',
        'git-isomorphic .',
        'markdown .',
      ]),
    )
    expect(Object.keys(asked).filter((name) => doors.every((door) => door.name !== name))).toEqual([])
    expect(Object.keys(forNode).filter((folder) => !packages.includes(folder))).toEqual([])
  })
})
