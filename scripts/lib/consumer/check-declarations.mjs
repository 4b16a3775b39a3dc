import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, toolPath } from '../project.mjs'
import { runNode, runProcess } from '../run-process.mjs'

/** A module with a function around each function of a door, whose types are inferred. */
const wrap = (door, functions) =>
  [
    `import * as door from '${door}'`,
    ...functions.map(
      (name) =>
        `export const ${name} = (...given: Parameters<typeof door.${name}>) => door.${name}(...given)`,
    ),
  ].join('\n')

/**
 * Compiles a package that emits declarations and infers its types from doors. It fails if a declaration names
 * a type that no door exports (TS2742).
 */
export const checkDeclarations = async (consumer, doors) => {
  const folder = join(consumer, 'declarations')
  mkdirSync(folder)
  const list = `console.log(JSON.stringify(await Promise.all(${JSON.stringify(doors)}.map(async (door) => Object.entries(await import(door)).filter(([, value]) => typeof value === 'function' && !/^class\\b/.test(String(value))).map(([name]) => name)))))`
  const listed = await runProcess(process.execPath, ['--input-type=module', '--eval', list], {
    cwd: consumer,
  })
  if (listed.code !== 0) return listed
  const files = JSON.parse(listed.output).map((functions, index) => {
    const file = `door${index}.ts`
    writeFileSync(join(folder, file), wrap(doors[index], functions))
    return file
  })
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.disposable'] },
    ...{ types: [], typeRoots: [join(root, 'node_modules/@types')] },
    ...{ module: 'nodenext', moduleResolution: 'nodenext', strict: true, skipLibCheck: true },
    ...{ declaration: true, emitDeclarationOnly: true, outDir: 'out' },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  return runNode(toolPath('typescript-native', 'tsc'), ['--project', folder])
}
