import './lib/check-node.mjs'
import { Application } from 'typedoc'
import { findUndocumented } from './lib/find-undocumented.mjs'
import { root } from './lib/project.mjs'

/** Writes the API reference to `docs/reference/`. Fails if an exported symbol or member has no docstring. */
const app = await Application.bootstrapWithPlugins()
const project = await app.convert()
if (project === undefined) process.exit(1)
app.validate(project)
await app.generateOutputs(project)

const undocumented = findUndocumented(project)
for (const line of undocumented) console.error(line.replace(`${root}/`, ''))
if (undocumented.length > 0)
  console.error(`Symbols without a docstring: ${undocumented.length}. Write one for each.`)
if (undocumented.length > 0 || app.logger.hasErrors()) process.exitCode = 1
