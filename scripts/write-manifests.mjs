/** Writes what all packages share into their manifests: `npm run manifests`. */
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { completePackage, printManifest } from './lib/complete-package.mjs'
import { packageFolders, readJson, root } from './lib/project.mjs'

for (const folder of packageFolders()) {
  const path = join(folder, 'package.json')
  const text = printManifest(completePackage(basename(folder), readJson(path)))
  writeFileSync(join(root, path), text)
}
