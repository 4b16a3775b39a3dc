/** The marks of tests beside the code that they test, by the extension of the file. */
const marks: readonly [extensions: RegExp, mark: RegExp][] = [
  [/\.rs$/, /^\s{0,40}#\[(?:cfg\(test\)|(?:\w{1,40}::)?test)\]/m],
  [/\.zig$/, /^\s{0,40}test\s+["\w{]/m],
  [/\.d$/, /^\s{0,40}unittest\b/m],
  [/\.[cm]?[jt]sx?$/, /\bimport\.meta\.vitest\b/],
  [/\.py$/, /^\s{0,40}>>> /m],
]

/**
 * Whether a file contains tests beside the code that they test, as in Rust: red cannot be told apart there.
 */
export const hasInlineTests = (path: string, text: string): boolean =>
  marks.some(([extensions, mark]) => extensions.test(path) && mark.test(text))
