/** An export that was asked for and that its module does not have. */
export interface MissingExport {
  /** The module, as it was written; of Python the dotted name. */
  specifier: string
  /** Where Python found the module. */
  file?: string
}

const exportPatterns = [
  /requested module '([^'\n]{1,1000})' does not provide an export named/,
  /Named export '[^'\n]{1,1000}' not found\. The requested module '([^'\n]{1,1000})'/,
  /Module '"([^"\n]{1,1000})"' has no exported member/,
  /'"([^"\n]{1,1000})"' has no exported member named/,
  /cannot import name '[^'\n]{1,1000}' from (?:partially initialized module )?'([^'\n]{1,1000})'(?: \(([^)\n]{1,1000})\))?/,
]

/** Finds the export that a runner reports as missing. A runner stops at the first. */
export const missingExport = (message: string): MissingExport | undefined => {
  for (const pattern of exportPatterns) {
    const found = pattern.exec(message)
    if (found === null) continue
    const [, specifier = '', file] = found
    return { specifier, ...(file !== undefined && { file }) }
  }
  return undefined
}
