import { existsSync } from 'node:fs'
import { sep } from 'node:path'

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
  `Install it: npm install ${isGlobal(from) ? '--global ' : ''}${name}@${version} (about ${size}, program included).`

/** Checks whether a file is in npm's global packages: no manifest is beside its outermost `node_modules`. */
const isGlobal = (file: string): boolean => {
  const parts = file.split(sep)
  const depth = parts.indexOf('node_modules')
  return depth !== -1 && !existsSync([...parts.slice(0, depth), 'package.json'].join(sep))
}
