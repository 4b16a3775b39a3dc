import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runPnpm } from '../install-tools.mjs'
import { packageFolders, readJson } from '../project.mjs'
import { runProcess } from '../run-process.mjs'
import { completeManifest } from './complete-manifest.mjs'
import { orderPackages } from './order-packages.mjs'

const succeed = async (action) => {
  const { code, output } = await action
  if (code !== 0) throw new Error(output.trimEnd())
}

/**
 * Packs the built packages, and unpacks each in a folder below `target` with a complete manifest. Returns
 * names, versions and folders in the order in which they can be published.
 */
export const stagePackages = async (target, origin) => {
  const tarballs = join(target, 'tarballs')
  mkdirSync(tarballs, { recursive: true })
  await succeed(runPnpm(['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', tarballs]))
  const files = readdirSync(tarballs)
  const staged = new Map()
  for (const folder of packageFolders()) {
    const { name, version } = readJson(`${folder}/package.json`)
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    if (!files.includes(file)) throw new Error(`pnpm packed no ${file} for ${name}.`)
    const place = join(target, folder)
    mkdirSync(place, { recursive: true })
    await succeed(runProcess('tar', ['-xzf', join(tarballs, file), '-C', place, '--strip-components=1']))
    const path = join(place, 'package.json')
    const manifest = completeManifest(JSON.parse(readFileSync(path, 'utf8')), { origin, folder })
    writeFileSync(path, `${JSON.stringify(manifest, undefined, 2)}\n`)
    staged.set(name, { manifest, place })
  }
  return orderPackages([...staged.values()].map(({ manifest }) => manifest)).map(({ name, version }) => ({
    name,
    version,
    place: staged.get(name).place,
  }))
}
