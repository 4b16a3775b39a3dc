import './lib/check-node.mjs'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolders, readJson, root, toolPath } from './lib/project.mjs'
import { listChangesets } from './lib/release/list-changesets.mjs'
import { runNode, runProcess } from './lib/run-process.mjs'

const manifests = packageFolders().map((folder) => join(root, folder, 'package.json'))
const replaceInAll = (from, to) => {
  for (const path of manifests) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to))
}
const version = () => readJson('packages/core/package.json').version

/** Deletes the changesets: the first changelogs describe the packages, not the way to them. */
const fold = () => {
  const pending = listChangesets()
  for (const path of pending) rmSync(join(root, path))
  console.log(
    `${version()} is not released yet and stays the version. Deleted changesets: ${pending.length}.`,
  )
}

/** Sets the next version of all packages from the changesets, and writes them to the changelogs. */
const next = async () => {
  // Changesets takes a peer range that a minor version leaves as a reason for 1.0.0, for all packages.
  replaceInAll('"workspace:^"', '"workspace:<1.0.0"')
  const { code } = await runNode(toolPath('@changesets/cli', 'changeset'), ['version'], { inherit: true })
  replaceInAll('"workspace:<1.0.0"', '"workspace:^"')
  const path = join(root, 'packages/core/src/lib/run/journal/core-version.ts')
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/coreVersion = '[^']+'/, `coreVersion = '${version()}'`),
  )
  return code
}

const { output } = await runProcess('git', ['tag', '--list', `@amelia/core@${version()}`])
if (version() === '0.1.0' && output.trim() === '') fold()
else process.exitCode = await next()
