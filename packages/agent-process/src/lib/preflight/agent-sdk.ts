import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A vendor's SDK package, installed by the user beside the driver. */
export interface AgentSdk {
  /** For messages: `The Claude Agent SDK`. */
  title: string
  /** Name of the npm package. */
  name: string
  /** The version the driver is tested with. */
  version: string
  /** The versions that the driver supports, as a range of npm. */
  range: string
  /** Size of the installation, for the hint: `430 MB`. */
  size: string
  /** Name of the package that loads it. */
  driver: string
  /** File of this package that loads it: the SDK is searched for from its folder upwards. */
  from: string
  /** Name of the exported function or class that the driver uses. */
  entry: string
}

/** States how to install an SDK where its driver finds it. */
export const sdkHint = ({ name, version, size, from }: AgentSdk): string =>
  `Install it: npm install ${placeOf(from)}${name}@${version} (about ${size}, program included).`

/**
 * Returns the flag with which npm installs a package beside a file. npm's global packages have no manifest
 * beside their outermost `node_modules`; a project needs no flag in its folders.
 */
const placeOf = (file: string): string => {
  const parts = file.split(sep)
  const depth = parts.indexOf('node_modules')
  if (depth === -1) return ''
  const root = parts.slice(0, depth).join(sep)
  if (!existsSync(join(root, 'package.json'))) return '--global '
  const isInside = !relative(root, '.').startsWith('..')
  return isInside ? '' : `--prefix ${/\s/.test(root) ? JSON.stringify(root) : root} `
}
