import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * A plugin of esbuild that writes `THIRD-PARTY-LICENSES.txt` beside a build: the licence of each package of
 * which it contains code. Fails for a package without one.
 */
export const thirdPartyLicenses = () => ({
  name: 'third-party-licenses',
  setup(build) {
    build.initialOptions.metafile = true
    build.onEnd(({ metafile }) => {
      if (metafile === undefined) return
      const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => packageFolder(path) ?? []))
      const texts = [...folders].sort().map(describe)
      mkdirSync(build.initialOptions.outdir, { recursive: true })
      writeFileSync(
        join(build.initialOptions.outdir, 'THIRD-PARTY-LICENSES.txt'),
        `This build contains code of the packages below. Their licences follow.\n\n${texts.join('\n')}`,
      )
    })
  },
})

const packageFolder = (path) => {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
  return folder
}

const describe = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined || license === undefined)
    throw new Error(`${name} ${version} in ${dirname(folder)} states no licence, so it cannot be bundled.`)
  const rule = '='.repeat(78)
  return `${rule}\n${name} ${version}: ${license}\n${rule}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
