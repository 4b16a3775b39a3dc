import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AgentName, agents, type StarterAgent } from './agents.ts'

/** The language of a project. */
export type ProjectLanguage = 'javascript' | 'typescript'

/** Options of {@link createProject}. */
export interface ProjectOptions {
  /** The language of its programs. Default: JavaScript. */
  language?: ProjectLanguage | undefined
  /** The agent that works on phases in prose. Default: none, for plans of steps. */
  agent?: AgentName | undefined
  /** Whether the project also has a server that starts plans and keeps their questions. Default: false. */
  server?: boolean | undefined
}

/**
 * Creates a project in a folder that is empty or does not exist, and returns its absolute path. The project
 * is named after the folder, and uses packages of this package's version.
 *
 * Throws an `Error` for a folder with files, and for a file.
 */
export const createProject = (folder: string, options: ProjectOptions = {}): string => {
  const { language = 'javascript', agent, server = false } = options
  const place = resolve(folder)
  const taken = whatIsAt(place)
  if (taken !== undefined) {
    throw new Error(
      `${place} ${taken}. A project needs a folder that is empty or does not exist: npm create amelia NAME`,
    )
  }
  const home = findPackage()
  cpSync(join(home, 'template'), place, { recursive: true })
  // npm does not pack files with this name.
  renameSync(join(place, 'gitignore'), join(place, '.gitignore'))
  if (server) addServer(place, join(home, 'extra'))
  if (agent) addAgent(place, agents[agent], server)
  const { version } = readJson(join(home, 'package.json')) as { version: string }
  const path = join(place, 'package.json')
  const text = readFileSync(path, 'utf8').replaceAll('NAME', toName(place)).replaceAll('VERSION', version)
  writeFileSync(path, text)
  if (language === 'typescript') useTypeScript(place)
  return place
}

/** Adds the server, which runs beside the program. */
const addServer = (place: string, extra: string): void => {
  cpSync(join(extra, 'server.js'), join(place, 'server.js'))
  changeManifest(place, ({ scripts, dependencies, ...manifest }) => ({
    ...manifest,
    scripts: { ...scripts, serve: 'node server.js' },
    dependencies: sortByName({ ...dependencies, '@amelia/http': '^VERSION', '@hono/node-server': '^2.1.8' }),
  }))
  addLine(
    place,
    '`npm run serve` serves this repository: `AMELIA_TOKEN=$(openssl rand -hex 16) npm run serve`.',
  )
}

/** Gives the programs of the project an agent. */
const addAgent = (place: string, { packages, driver, note }: StarterAgent, server: boolean): void => {
  for (const name of server ? ['run.js', 'server.js'] : ['run.js']) {
    const path = join(place, name)
    const text = readFileSync(path, 'utf8')
    const line = `import { ${driver.name} } from '${driver.from}'\n`
    writeFileSync(
      path,
      text
        .replace(/^import .* from '@amelia\/(?:http|node)'\n/m, (first) => line + first)
        .replace('options = { host }', () => `options = { host, driver: ${driver.call} }`),
    )
  }
  changeManifest(place, ({ dependencies, ...manifest }) => ({
    ...manifest,
    dependencies: sortByName({ ...dependencies, ...packages }),
  }))
  addLine(place, note)
}

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies?: Record<string, string>
}

const changeManifest = (place: string, change: (manifest: Manifest) => Manifest): void => {
  const path = join(place, 'package.json')
  writeJson(path, change(readJson(path) as Manifest))
}

const addLine = (place: string, line: string): void => {
  const path = join(place, 'README.md')
  writeFileSync(path, `${readFileSync(path, 'utf8')}${line}\n`)
}

const sortByName = (packages: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The programs of the template are valid in both languages. */
const useTypeScript = (place: string): void => {
  const names = ['run', 'server', 'test/plan.test'].filter((name) => existsSync(join(place, `${name}.js`)))
  for (const name of names) renameSync(join(place, `${name}.js`), join(place, `${name}.ts`))
  changeManifest(place, ({ scripts: { serve }, ...manifest }) => ({
    ...manifest,
    scripts: {
      start: 'tsx run.ts',
      ...(serve !== undefined && { serve: 'tsx server.ts' }),
      test: 'tsc && node --import tsx --test test/plan.test.ts',
    },
    devDependencies: { '@types/node': '^20.19.25', tsx: '^4.23.15', typescript: '^5.9.3' },
  }))
  writeJson(join(place, 'tsconfig.json'), {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      noEmit: true,
    },
    include: ['**/*.ts'],
  })
}

const writeJson = (path: string, value: unknown): void =>
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

/** Returns why a project cannot be created in a place. */
const whatIsAt = (place: string): string | undefined => {
  if (!existsSync(place)) return undefined
  if (!statSync(place).isDirectory()) return 'is a file'
  return readdirSync(place).length === 0 ? undefined : 'already has contents'
}

/** Finds this package, whose files are in `src/lib`, or in `dist` after the build. */
const findPackage = (): string => {
  const up = ['..', '../..'].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const home = up.find((place) => existsSync(join(place, 'template')))
  if (home === undefined) throw new Error('create-amelia has no template. Install it again.')
  return home
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Returns a valid name for a package: the folder's, in lower case. */
const toName = (place: string): string =>
  basename(place)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'amelia-project'
