/**
 * The structure of the code, as lint rules that need no types: who may import what, and what may not be used
 * where.
 *
 * ESLint replaces a rule's options when two entries match one file, it does not join them. So each file gets
 * its options from exactly one entry below, and the entries are made from lists.
 */
import { builtinModules } from 'node:module'

/** Core's pipeline: each folder may import those before it. Nothing imports upwards. */
const pipeline = [
  'text',
  'plan',
  'error',
  'contract',
  'event',
  'graph',
  'read',
  'policy',
  'machine',
  'prompt',
  'report',
  'perform',
  'run',
  'testing',
]
const pureFolders = ['text', 'plan', 'graph', 'policy', 'machine']

const tests = ['**/*.test.ts', 'packages/*/test/**']
const sources = (...packages) => packages.map((name) => `packages/${name}/src/**/*.{ts,tsx}`)

// Imports

const names = builtinModules.filter((name) => !name.startsWith('_') && !name.startsWith('node:'))
const nodePattern = `^(?:node:.*|(?:${names.filter((name) => !name.includes('/')).join('|')})(?:/.*)?)$`

const noNode = {
  regex: nodePattern,
  message: 'This package runs in browsers too: what needs Node belongs in packages/node, behind a contract.',
}
const nodePrefix = {
  regex: nodePattern.replace('node:.*|', ''),
  message: "Write the 'node:' prefix.",
}
const noNeighbour = {
  regex: '^(?:\\.\\./)+(?:packages/|[^./][^/]*/(?:src|dist|test)/)',
  message: 'Import another package by its name, through one of its doors.',
}
const noDeepPath = {
  regex: '^@amelia/[^/]+/(?!client$|flags$|notify$|plugin$|testing$|machine$|view$)',
  message:
    "A package's doors are '.', './client', './flags', './machine', './notify', './plugin', './testing' and './view'.",
}
const noTestTools = {
  regex: '^(?:vitest|fast-check|@vitest/)',
  message: 'Published code does not import test tools: contract cases are data, for any runner.',
}
const noDoor = {
  regex: '(?:^|/)\\.\\./(?:index|machine|plugin|testing|view)(?:\\.ts)?$',
  message: 'A door is for other packages: import the file itself.',
}

/** Packages of ours, all but those that match `allowed`. */
const onlyOurs = (allowed, message) => ({
  regex: `^(?:(?:create-)?amelia$|@amelia/(?!(?:${allowed})$))`,
  message,
})

/** The package `amelia` imports the command line. */
const notAbove = {
  regex: '^(?:create-)?amelia$',
  message: "The command line is below 'amelia', which starts it.",
}

const noFolders = (list, message) =>
  list.length === 0 ? [] : [{ regex: `(?:^|/)\\.\\./(?:lib/)?(?:${list.join('|')})/`, message }]

const imports = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns: patterns.flat() }] })

// Syntax

/** The forms of import that `no-restricted-imports` does not see. */
const alsoHidden = ({ regex, message }) => {
  const escaped = regex.replaceAll('/', '\\u002F')
  return [
    { selector: `ImportExpression > Literal[value=/${escaped}/]`, message },
    { selector: `TSImportType Literal[value=/${escaped}/]`, message },
  ]
}
const everywhere = [
  {
    selector: 'ClassDeclaration[superClass], ClassExpression[superClass]',
    message: 'No subclasses: write a factory that returns an object literal.',
  },
]
const noBarrel = {
  selector: 'ExportAllDeclaration',
  message: 'No barrels below src: export from the file that defines it.',
}
const noNodeTypes = {
  selector: "TSQualifiedName[left.name='NodeJS'], TSTypeReference > Identifier[name='Buffer']",
  message: noNode.message,
}
const decided = 'This code decides and does not act: time, chance and ids come in as inputs'
const pureSyntax = [
  {
    selector: 'AwaitExpression, ForOfStatement[await=true]',
    message: `${decided}; only lib/perform and lib/run await.`,
  },
  {
    selector: ':function[async=true]',
    message: `${decided}; only lib/perform and lib/run are asynchronous.`,
  },
  { selector: 'ImportExpression', message: `${decided}; only lib/run loads modules late.` },
  {
    selector: 'TSTypeReference > Identifier[name=/^(?:Promise|PromiseLike|Date)$/]',
    message: `${decided}; a time is a number of milliseconds.`,
  },
  {
    selector: 'MemberExpression[property.name=/^(?:localeCompare|toLocale[A-Z]\\w*)$/]',
    message: 'The answer differs between machines: compare and print without a locale.',
  },
]
const noAlone = {
  selector:
    'MemberExpression[object.name=/^(?:it|test|describe|suite)$/][property.name=/^(?:only|skip|todo)$/]',
  message: 'Every test runs: fix it, or delete it.',
}

/** The condition of a run: a report tells what a process recorded last, and a lock whether one lives. */
const readsCondition = [
  "MemberExpression[property.name='status'][object.name='report']",
  "MemberExpression[property.name='status'][object.property.name='report']",
  "VariableDeclarator[init.name='report'] > ObjectPattern > Property[key.name='status']",
  "VariableDeclarator[init.property.name='report'] > ObjectPattern > Property[key.name='status']",
  "Property[key.name='report'] > ObjectPattern > Property[key.name='status']",
  "ObjectPattern[typeAnnotation.typeAnnotation.typeName.name='Report'] > Property[key.name='status']",
  "MemberExpression[property.name='lock']",
  "ObjectPattern > Property[key.name='lock']",
].map((selector) => ({
  selector,
  message: 'Show `runCondition` of @amelia/core/view: the status of a report stays `running` after a kill.',
}))

const syntax = (...entries) => ({ 'no-restricted-syntax': ['error', ...entries.flat(2)] })

// Globals

const nodeGlobals = [
  'process',
  'Buffer',
  'global',
  'require',
  'module',
  'exports',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
].map((name) => ({ name, message: noNode.message }))
const impureGlobals = [
  'Date',
  'Promise',
  'Intl',
  'WeakRef',
  'FinalizationRegistry',
  'performance',
  'crypto',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
].map((name) => ({ name, message: `${decided}.` }))

const globals = (...lists) => ({
  'no-restricted-globals': [
    'error',
    {
      // The later entry of a name wins.
      globals: [...new Map(lists.flat().map((entry) => [entry.name, entry])).values()],
      checkGlobalObject: true,
    },
  ],
})
const noChance = {
  'no-restricted-properties': ['error', { object: 'Math', property: 'random', message: `${decided}.` }],
}

// Entries

const coreImports = [
  noNode,
  noNeighbour,
  noTestTools,
  onlyOurs('', 'Core imports no other package of ours: what it needs comes in through a contract.'),
]
const hiddenInCore = [noNode, noTestTools, coreImports[3]].flatMap(alsoHidden)

const coreFolder = (folder) => {
  const above = pipeline.slice(pipeline.indexOf(folder) + 1)
  const message = `lib/${folder} imports the folders before it in the pipeline, and nothing above it.`
  const pure = pureFolders.includes(folder)
  return {
    files: [`packages/core/src/lib/${folder}/**/*.ts`],
    ignores: tests,
    rules: {
      ...imports(coreImports, noDoor, noFolders(above, message)),
      ...syntax(
        folder === 'error' ? [] : everywhere,
        noBarrel,
        noNodeTypes,
        hiddenInCore,
        pure ? pureSyntax : [],
      ),
      ...globals(nodeGlobals, pure ? impureGlobals : []),
      ...(pure ? noChance : {}),
    },
  }
}

const onlyPlugin = (allowed) =>
  onlyOurs(
    allowed,
    `This package imports ${allowed.replace(/[^|]+/g, "'@amelia/$&'").replaceAll('|', ' and ')} only.`,
  )

/**
 * `portable` code runs without Node; `pure` code does not act either; code that `shows` runs reads their
 * conditions.
 */
const plugin = ({ files, ignores = [], allowed, portable, pure = portable, shows = false }) => {
  const patterns = [portable ? noNode : nodePrefix, noNeighbour, noTestTools, onlyPlugin(allowed)]
  return {
    files,
    ignores: [...tests, ...ignores],
    rules: {
      ...imports(patterns),
      ...syntax(
        everywhere,
        patterns.flatMap(alsoHidden),
        portable ? [noNodeTypes] : [],
        pure ? pureSyntax : [],
        shows ? readsCondition : [],
      ),
      ...(portable ? globals(nodeGlobals, pure ? impureGlobals : []) : {}),
      ...(pure ? noChance : {}),
    },
  }
}

/** One entry for each kind of file. */
export const structure = [
  {
    // Core's doors.
    files: ['packages/core/src/*.ts'],
    ignores: tests,
    rules: {
      ...imports(coreImports),
      ...syntax(everywhere, noNodeTypes, hiddenInCore),
      ...globals(nodeGlobals),
    },
  },
  {
    // A folder that the table does not know would escape the import law and the purity rules.
    files: ['packages/core/src/lib/**'],
    ignores: pipeline.map((folder) => `packages/core/src/lib/${folder}/**`),
    rules: syntax({
      selector: 'Program',
      message: 'Add this folder to the pipeline in scripts/lint/structure.js.',
    }),
  },
  ...pipeline.map(coreFolder),
  // Helpers on text are among the words of the door for displays.
  plugin({ files: sources('markdown'), allowed: 'core/plugin|core/view', portable: true }),
  plugin({ files: sources('parser-*'), allowed: 'core/plugin|core/view|markdown', portable: true }),
  // All parsers, and those without a separate package.
  plugin({
    files: sources('parsers'),
    allowed: 'core/plugin|core/view|markdown|parser-[a-z-]+',
    portable: true,
  }),
  plugin({
    files: sources('git-isomorphic'),
    allowed: 'core/plugin|store-key-value',
    ...{ portable: true, pure: false },
  }),
  plugin({ files: sources('commands-bash'), allowed: 'core/plugin|core/view', portable: true, pure: false }),
  plugin({ files: sources('driver-ai-sdk'), allowed: 'core/plugin|core/view', portable: true, pure: false }),
  // Hosts of pages use git in memory.
  plugin({
    files: sources('browser'),
    allowed: 'core/plugin|git-isomorphic|store-key-value',
    ...{ portable: true, pure: false },
  }),
  plugin({
    files: sources('store-key-value'),
    allowed: 'core/plugin|core/view',
    portable: true,
    pure: false,
  }),
  plugin({ files: sources('store-!(key-value)'), allowed: 'core/plugin', portable: false }),
  // Its workers perform effects of the machine and start git; its tables are beside those of the store.
  plugin({
    files: sources('engine-*'),
    allowed: 'core/plugin|core/machine|store-postgres|agent-process',
    portable: false,
  }),
  // It observes runs.
  plugin({ files: sources('otel'), allowed: 'core|core/plugin', portable: true, pure: false }),
  // It serves runs; a client loads only the small door.
  plugin({
    files: sources('http'),
    allowed: 'core|core/plugin|core/view',
    ...{ portable: true, pure: false, shows: true },
  }),
  // It shows runs; its page connects to a server of them.
  plugin({
    files: sources('dashboard'),
    allowed: 'core|core/plugin|core/machine|core/view|http/client',
    ...{ portable: true, pure: false, shows: true },
  }),
  plugin({
    files: sources(
      '!(core|cli|amelia|create-amelia|markdown|parser-*|parsers|git-isomorphic|commands-bash|driver-ai-sdk|browser|agent-process|otel|http|dashboard|store-*|engine-*)',
    ),
    allowed: 'core/plugin|core/view|agent-process',
    portable: false,
  }),
  // The shortest way to run a plan needs the run, its host and all parsers.
  plugin({
    files: sources('amelia'),
    allowed: 'core|core/plugin|node|agent-process|parsers',
    ...{ portable: false, shows: true },
  }),
  plugin({ files: sources('agent-process'), allowed: 'core/plugin|core/view', portable: false }),
  {
    files: sources('cli', 'create-amelia'),
    ignores: tests,
    rules: {
      ...imports(nodePrefix, noNeighbour, noTestTools, noDeepPath, notAbove),
      ...syntax(
        everywhere,
        readsCondition,
        [nodePrefix, noTestTools, noDeepPath, notAbove].flatMap(alsoHidden),
      ),
    },
  },
  {
    files: [...tests, 'test/**/*.ts'],
    rules: { ...imports(nodePrefix, noNeighbour, noDeepPath), ...syntax(noAlone, alsoHidden(noDeepPath)) },
  },
]
