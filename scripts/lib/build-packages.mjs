import { setUp } from './set-up.mjs'
import { writeDeclarations } from './write-declarations.mjs'

/**
 * Builds all packages as they are published: the JavaScript that the set-up builds, if it is not current, and
 * the declarations. Returns the exit code and the output of the compiler.
 */
export const buildPackages = async () => {
  await setUp({ build: true })
  return writeDeclarations()
}
