/** Each path as a pattern of `.gitignore` that means it and nothing else. A folder's path ends with `/`. */
export const excludePatterns = (paths: Iterable<string>): string[] =>
  [...paths].map((path) => `/${path.replace(/[\\*?[\]]/g, '\\$&').replace(/ (?=\/?$)/, '\\ ')}`)
