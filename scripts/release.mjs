import './lib/check-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackages } from './lib/build-packages.mjs'
import { readJson } from './lib/project.mjs'
import { listChangesets } from './lib/release/list-changesets.mjs'
import { publishPackages } from './lib/release/publish-packages.mjs'
import { readOrigin } from './lib/release/read-origin.mjs'
import { stagePackages } from './lib/release/stage-packages.mjs'

/** Publishes all packages, with `--dry-run` without uploading them. Passes its arguments on to npm. */
const release = async (args) => {
  const origin = readOrigin(readJson('package.json'))
  const pending = listChangesets()
  if (pending.length > 0)
    throw new Error(
      `Pending changesets: ${pending.length}, such as ${pending[0]}. Run \`npm run versions\`, commit its changes, and release that commit.`,
    )
  const built = await buildPackages()
  if (built.code !== 0) throw new Error(built.output.trimEnd())
  const target = mkdtempSync(join(tmpdir(), 'amelia-release-'))
  try {
    await publishPackages(await stagePackages(target, origin), { args })
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

try {
  await release(process.argv.slice(2))
} catch (error) {
  console.error(`Nothing more is released. ${error.message}`)
  process.exitCode = 1
}
