import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, toolPath } from '../project.mjs'
import { runNode } from '../run-process.mjs'

/** The resolutions of modules that a program in TypeScript can choose. */
export const resolutions = [
  { moduleResolution: 'node16', module: 'node16' },
  { moduleResolution: 'nodenext', module: 'nodenext' },
  { moduleResolution: 'bundler', module: 'esnext' },
]

/** The lowest version of TypeScript that reads the declarations, which the documents state. */
export const lowestTypeScript = '5.7.2'

const newest = toolPath('typescript-native', 'tsc')

/**
 * Type-checks a program that uses core and imports doors of packages, with the strictest settings. In a page,
 * only the types of the web are available, and all declarations are checked. In Node, declarations may refer
 * to packages that are not installed, such as an agent's.
 */
export const checkTypes = (consumer, doors, { module, moduleResolution }, place, compiler = newest) => {
  const folder = join(consumer, `types-${moduleResolution}-${place}`)
  mkdirSync(folder, { recursive: true })
  const imports = doors.map((door, index) => `import * as door${index} from '${door}'\nvoid door${index}\n`)
  writeFileSync(join(folder, 'doors.ts'), imports.join(''))
  copyFileSync(join(root, 'test/fixtures/consumer-program.ts'), join(folder, 'program.ts'))
  const isNode = place === 'node'
  const compilerOptions = {
    target: 'es2022',
    lib: isNode ? ['es2023'] : ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'],
    types: isNode ? ['node'] : [],
    typeRoots: [join(root, 'node_modules/@types')],
    module,
    moduleResolution,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: isNode,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['doors.ts', 'program.ts'] }),
  )
  return runNode(compiler, ['--project', folder])
}
