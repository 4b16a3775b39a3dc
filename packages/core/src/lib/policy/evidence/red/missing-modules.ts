/** A module that was asked for and not found. */
export interface MissingModule {
  /** As it was written or resolved: `../src/add.js`, `left-pad`, `#lib/add`, `calc.add`, an absolute path. */
  specifier: string
  /** The importing file, if the message names it. */
  importer?: string
}

/**
 * Every length is bounded: a message that repeats the beginning of one is still read in linear time. The
 * first group is the specifier, the others name the importer.
 */
const patterns = [
  // Node, vitest, jest, TypeScript (TS2307). A CommonJS module names its importer in the next lines.
  /Cannot find (?:module|package) '([^'\n]{1,1000})'(?:(?: imported)? from '?([^'\n]{1,1000})|\.?\nRequire stack:\n- ([^\n]{1,1000}))?/g,
  /Package import specifier "([^"\n]{1,1000})" is not defined/g,
  // Vite
  /Failed to load url (\S{1,1000}) \([^)\n]{0,1000}\)(?: in (\S{1,1000}))?/g,
  /Failed to resolve import "([^"\n]{1,1000})"(?: from "([^"\n]{1,1000})")?/g,
  /Could not resolve "([^"\n]{1,1000})"/g,
  // jest with `moduleNameMapper`
  /Could not locate module (\S{1,1000}) mapped as/g,
  // Python
  /No module named '([^'\n]{1,1000})'/g,
]

/** Finds the modules that a runner reports as missing, in the order of its message within each wording. */
export const missingModules = (message: string): MissingModule[] =>
  patterns.flatMap((pattern) =>
    [...message.matchAll(pattern)].map(([, specifier = '', importer, required]) => {
      const asked = (importer ?? required)?.replace(/\.$/, '')
      return { specifier, ...(asked !== undefined && { importer: asked }) }
    }),
  )
