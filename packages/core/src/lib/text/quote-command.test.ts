import { expect, it } from 'vitest'
import { quoteCommand } from './quote-command.ts'

it.each([
  [['npm', 'test'], 'npm test'],
  [['node', '--test', 'a b.js'], "node --test 'a b.js'"],
  [['sh', '-c', "echo 'x' && y"], "sh -c 'echo '\\''x'\\'' && y'"],
  [['x', ''], "x ''"],
])('quotes the words that a shell would read otherwise: %j', (argv, line) => {
  expect(quoteCommand(argv)).toBe(line)
})
