import type { IgnoredPath } from '@amelia/core/plugin'
import ignore, { type Ignore } from 'ignore'

/** A rule of an ignore file. */
export type IgnoreRule = Omit<IgnoredPath, 'path'>

/**
 * Finds the rule that excludes a file or, with a trailing `/`, a folder. Undefined if none does, or if a rule
 * with precedence includes it again.
 */
export type FindIgnoreRule = (path: string) => Promise<IgnoreRule | undefined>

/**
 * Creates the rules of a tree's `.gitignore` files, of which the nearest wins, and of `exclude`, which all of
 * them override.
 *
 * `read` returns the text of a file; null if it does not exist. Each file is read once.
 */
export const createIgnoreRules = (
  exclude: string,
  read: (path: string) => Promise<string | null>,
): FindIgnoreRule => {
  const known = new Map<string, Promise<RuleFile | undefined>>()
  const excluded = createRuleFile('.git/info/exclude', exclude)
  const rulesIn = (folder: string): Promise<RuleFile | undefined> => {
    const path = `${folder}.gitignore`
    const found =
      known.get(folder) ?? read(path).then((text) => (text === null ? undefined : createRuleFile(path, text)))
    known.set(folder, found)
    return found
  }
  /** Finds the rule that decides on one file or folder, regardless of its parents. */
  const decide = async (path: string): Promise<IgnoreRule | undefined> => {
    const isFolder = path.endsWith('/')
    const name = isFolder ? path.slice(0, -1) : path
    for (let at = name.lastIndexOf('/') + 1; ; at = name.lastIndexOf('/', at - 2) + 1) {
      const rule = (await rulesIn(path.slice(0, at)))?.(path.slice(at))
      if (rule) return rule
      if (at === 0) return excluded(path)
    }
  }
  return async (path) => {
    // Files in an excluded folder cannot be included again.
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const rule = await decide(path.slice(0, end + 1))
      if (rule && !isNegative(rule)) return rule
    }
    const rule = path.endsWith('/') ? undefined : await decide(path)
    return rule && !isNegative(rule) ? rule : undefined
  }
}

/** Finds the last rule of one file that matches a path, regardless of the path's parents. */
type RuleFile = (path: string) => IgnoreRule | undefined

const isNegative = ({ pattern }: IgnoreRule): boolean => pattern.startsWith('!')

const createRuleFile = (source: string, text: string): RuleFile => {
  const rules = text.split('\n').flatMap((content, index) => {
    const pattern = trimPattern(content)
    return /^(?:#|!?$)/.test(pattern) ? [] : [{ source, line: index + 1, pattern }]
  })
  const any = matcherOf(rules)
  const matchers = new Map<IgnoreRule, Ignore>()
  return (path) => {
    if (!any.test(path).unignored) return undefined
    return rules.findLast((rule) => {
      const matcher = matchers.get(rule) ?? matcherOf([rule])
      matchers.set(rule, matcher)
      return matcher.test(path).unignored
    })
  }
}

/**
 * Creates a matcher whose `unignored` says that a rule matches the path itself. All its rules are negated,
 * because a rule that is not also applies to everything below the path that it matches.
 */
const matcherOf = (rules: readonly IgnoreRule[]): Ignore =>
  ignore({ ignorecase: false, allowRelativePaths: true }).add(
    rules.map((rule) => (isNegative(rule) ? rule.pattern : `!${rule.pattern}`)),
  )

/** Removes a line's end, and spaces that are not escaped, as git does. */
const trimPattern = (line: string): string => {
  const plain = line.replace(/\r$/, '')
  const trimmed = plain.replace(/ +$/, '')
  const isEscaped = trimmed !== plain && /(?:^|[^\\])(?:\\\\)*\\$/.test(trimmed)
  return isEscaped ? `${trimmed} ` : trimmed
}
