import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { packageFolders, readJson, root, toolPath } from './project.mjs'
import { runNode } from './run-process.mjs'
import { thinMappings } from './thin-maps.mjs'

/** Addresses of modules beside a declaration, in `from '…'` and `import('…')`. */
const address = /(\b(?:from|import)\s*\(?\s*['"])(\.{1,2}\/[^'"]+)\.tsx?(?=['"])/g

/**
 * Writes the declarations of all packages to their `dist`, each with a map to its source: one file per module
 * that a door reaches. One program of the compiler has the sources of all packages, and does not check them:
 * `npm test` does. Returns the exit code and the output of the compiler.
 */
export const writeDeclarations = async () => {
  const place = join(root, '.setup/declarations')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      declarationMap: true,
      emitDeclarationOnly: true,
      rootDir: join(root, 'packages'),
      outDir: place,
    },
    // All files: the compiler writes nothing for a source that it finds only through `node_modules`.
    include: ['../../packages/*/src'],
    exclude: ['../../packages/*/src/**/*.test.*'],
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
  const result = await runNode(toolPath('typescript-native', 'tsc'), ['--project', place])
  if (result.code !== 0) return result
  const problems = packageFolders().flatMap((folder) => copyReached(place, folder))
  rmSync(place, { recursive: true })
  return problems.length === 0 ? result : { code: 1, output: problems.join('\n') }
}

const doorsOf = (folder) =>
  Object.values(readJson(`${folder}/package.json`).exports)
    .map((targets) => targets['amelia-source'])
    .filter((file) => /\.tsx?$/.test(file))

/** Copies the declarations that the doors of a package reach. Returns addresses outside of its sources. */
const copyReached = (place, folder) => {
  const target = join(root, folder, 'dist')
  const emitted = join(place, folder.replace('packages/', ''), 'src')
  removeDeclarations(target)
  const problems = []
  const waiting = doorsOf(folder).map((file) => relative('src', file).replace(/\.tsx?$/, ''))
  const reached = new Set(waiting)
  for (const module of waiting) {
    const from = join(emitted, `${module}.d.ts`)
    const declaration = readFileSync(from, 'utf8')
    const text = declaration.replace(address, (_, start, path) => {
      const found = relative(emitted, join(dirname(from), path))
      if (found.startsWith('..')) problems.push(`${folder}/src/${module}: ${path} is another package's`)
      else if (!reached.has(found)) {
        reached.add(found)
        waiting.push(found)
      }
      return `${start}${path}.js`
    })
    const to = join(target, `${module}.d.ts`)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, indentWithTabs(text))
    writeMap(`${from}.map`, `${to}.map`, declaration)
  }
  return problems
}

/** Spaces of indentation are a twentieth of the declarations. */
const indentation = /^(?: {4})+/gm
const indentWithTabs = (text) => text.replace(indentation, (spaces) => '\t'.repeat(spaces.length / 4))

/**
 * Copies the map of a declaration whose source is then in another place. Its lines are enough to find a
 * declaration, and its empty fields are left out.
 */
const writeMap = (from, to, declaration) => {
  const { version, file, ...map } = JSON.parse(readFileSync(from, 'utf8'))
  const sources = map.sources.map((source) => relative(dirname(to), join(dirname(from), source)))
  const lines = declaration.split('\n')
  const thin = thinMappings(decode(map.mappings)).map((segments, index) => {
    const less = lines[index].length - indentWithTabs(lines[index]).length
    return segments.map(([column, ...place]) => [Math.max(column - less, 0), ...place])
  })
  const mappings = encode(thin)
  writeFileSync(to, JSON.stringify({ version, file, sources, mappings }))
}

const removeDeclarations = (folder) => {
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder, { recursive: true }))
    if (/\.d\.ts(?:\.map)?$/.test(file)) rmSync(join(folder, file))
}
