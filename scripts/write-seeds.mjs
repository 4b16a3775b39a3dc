import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findSeedFaults } from './lib/seeds/find-seed-faults.ts'
import { loadSeeds } from './lib/seeds/load-seeds.ts'
import { renderSeeds } from './lib/seeds/render-seeds.ts'

const root = resolve(import.meta.dirname, '..')
const { documents, tags, faults, isSource } = loadSeeds(root)

writeFileSync(join(root, 'docs/project/seeds.md'), renderSeeds(documents, tags))
const all = [...faults, ...findSeedFaults(documents, { tags, isSource })]
for (const fault of all) console.error(fault)
for (const { name, behaviours } of documents) {
  const shown = new Set(tags.filter(({ document }) => document === name).map(({ number }) => number))
  console.log(`docs/project/seeds.md  ${name}, ${behaviours.length} behaviours, ${shown.size} shown by tests`)
}
process.exitCode = all.length > 0 ? 1 : 0
