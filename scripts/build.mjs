import './lib/check-node.mjs'
import { buildPackages } from './lib/build-packages.mjs'

/** Builds all packages with their declarations. */
const { code, output } = await buildPackages()
if (output !== '') console.error(output)
process.exitCode = code
