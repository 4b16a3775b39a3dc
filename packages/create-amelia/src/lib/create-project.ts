import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The language of a project. */
export type ProjectLanguage = 'javascript' | 'typescript'

/**
 * Creates a project in a folder that is empty or does not exist, and returns its absolute path. The project
 * is named after the folder, and uses packages of this package's version.
 *
 * Throws an `Error` for a folder with files, and for a file.
 */
export const createProject = (folder: string, language: ProjectLanguage = 'javascript'): string => {
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
  const { version } = readManifest(home)
  const path = join(place, 'package.json')
  const text = readFileSync(path, 'utf8').replaceAll('NAME', toName(place)).replaceAll('VERSION', version)
  writeFileSync(path, text)
  if (language === 'typescript') useTypeScript(place)
  return place
}

/** The programs of the template are valid in both languages. */
const useTypeScript = (place: string): void => {
  for (const name of ['run', 'test/plan.test'])
    renameSync(join(place, `${name}.js`), join(place, `${name}.ts`))
  const path = join(place, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  writeJson(path, {
    ...manifest,
    scripts: {
      start: 'tsx run.ts',
      test: 'tsc && node --import tsx --test test/plan.test.ts',
    },
    devDependencies: { '@types/node': '^20.19.25', tsx: '^4.23.15', typescript: '^5.9.3' },
  })
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

const readManifest = (home: string): { version: string } =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }

/** Returns a valid name for a package: the folder's, in lower case. */
const toName = (place: string): string =>
  basename(place)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'amelia-project'
