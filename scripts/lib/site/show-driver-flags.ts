import { claudeFlags } from '@amelia/driver-claude/flags'

/** Writes the row of each flag that a driver describes into the page of the command line. */
export const showDriverFlags = (page: string): string => {
  const described = Object.values(claudeFlags).map(({ flag, about }) => {
    const [name = '', value = ''] = flag.split(' ')
    const start = `| \`${name} `
    return { start, row: `${start}${value.slice(1, -1).toUpperCase()}\` | ${about} |` }
  })
  const lines = page.split('\n').filter((line) => described.every(({ start }) => !line.startsWith(start)))
  const next = lines.findIndex((line) => line.startsWith('| `--idle-timeout '))
  return [...lines.slice(0, next), ...described.map(({ row }) => row), ...lines.slice(next)].join('\n')
}
