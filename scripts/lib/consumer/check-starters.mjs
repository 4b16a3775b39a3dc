import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, toolPath } from '../project.mjs'
import { runNode } from '../run-process.mjs'

/** Creates a project with a server for each agent, and checks the types of all their programs. */
export const checkStarters = async (consumer) => {
  const entry = pathToFileURL(join(consumer, 'node_modules/create-amelia/dist/index.js')).href
  const { agents, createProject } = await import(entry)
  const folder = join(consumer, 'starters')
  mkdirSync(folder)
  for (const agent of Object.keys(agents))
    createProject(join(folder, agent), { agent, server: true, language: 'typescript' })
  const [first] = Object.keys(agents)
  const { compilerOptions, ...config } = JSON.parse(
    readFileSync(join(folder, first, 'tsconfig.json'), 'utf8'),
  )
  const typeRoots = [join(root, 'node_modules/@types')]
  const all = { ...config, compilerOptions: { ...compilerOptions, typeRoots, skipLibCheck: true } }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(all))
  return runNode(toolPath('typescript-native', 'tsc'), ['--project', folder])
}
