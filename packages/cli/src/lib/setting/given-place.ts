import { databaseFlag } from './database-flag.ts'
import { quoteArgument } from './quote-argument.ts'

/**
 * Lists the flags of a command that say where runs are, as text behind another command: ` --repo ../app`. A
 * password is left out.
 */
export const givenPlace = (argv: readonly string[]): string => {
  const repo = valueOf(argv, '--repo')
  const database = valueOf(argv, '--database')
  const flags = [...(repo === undefined ? [] : ['--repo', repo]), ...databaseFlag(database)]
  return flags.map((flag) => ` ${quoteArgument(flag)}`).join('')
}

/** Returns the value of a flag, `--flag VALUE` or `--flag=VALUE`. The last one counts. */
const valueOf = (argv: readonly string[], flag: string): string | undefined => {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const at = words.findLastIndex((word) => word === flag || word.startsWith(`${flag}=`))
  if (at < 0) return undefined
  return words[at] === flag ? words[at + 1] : words[at]!.slice(flag.length + 1)
}
