/** Converts paths to `.gitignore` patterns that match only them. A folder's path ends with `/`. */
export const excludePatterns = (paths: Iterable<string>): string[] =>
  [...paths].map((path) => `/${path.replace(/[\\*?[\]]/g, '\\$&').replace(/ (?=\/?$)/, '\\ ')}`)
