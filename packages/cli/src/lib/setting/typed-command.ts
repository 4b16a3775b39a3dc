import { databaseFlag } from './database-flag.ts'
import { isUrl } from './is-url.ts'
import { quoteArgument } from './quote-argument.ts'

/** Builds a command of Amelia as a person types it, with the flags that name the place of a run. */
export const typedCommand = (
  words: string[],
  { repo, database, notify = [] }: { repo: string; database?: string | undefined; notify?: string[] },
): string => {
  const flags = [
    ...(repo === '.' ? [] : ['--repo', repo]),
    ...databaseFlag(database),
    ...(notify.some(isUrl) ? notify.flatMap((target) => ['--notify', target]) : []),
  ]
  return ['amelia', ...words, ...flags].map(quoteArgument).join(' ')
}
