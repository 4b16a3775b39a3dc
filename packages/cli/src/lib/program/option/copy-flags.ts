import type { Command } from 'commander'

/** Returns the flags of a command in a command line, with their values, except for some. */
export const copyFlags = (
  { options }: Pick<Command, 'options'>,
  argv: readonly string[],
  except: readonly string[],
): string[] => {
  const copied: string[] = []
  for (let at = 0; at < argv.length && argv[at] !== '--'; at += 1) {
    const word = argv[at] ?? ''
    const [long = ''] = word.split('=', 1)
    const option = options.find((each) => each.long === long)
    if (option === undefined) continue
    const words = option.required && !word.includes('=') ? argv.slice(at, at + 2) : [word]
    if (!except.includes(long)) copied.push(...words)
    at += words.length - 1
  }
  return copied
}
