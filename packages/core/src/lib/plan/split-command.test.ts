import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitCommand } from './split-command.ts'

test.each([
  ['npm test', ['npm', 'test']],
  [`a "b c" 'd e' f\\ g`, ['a', 'b c', 'd e', 'f g']],
  [`a'b'"c"`, ['abc']],
  [`'' ""`, ['', '']],
  ['"a\\"b" "c\\d"', ['a"b', 'c\\d']],
  ['grep "a$" x', ['grep', 'a$', 'x']],
  [`grep 'a|b;$x*' x`, ['grep', 'a|b;$x*', 'x']],
  ['echo a#b x~y', ['echo', 'a#b', 'x~y']],
  ['a \\\n b', ['a', 'b']],
  ['', []],
])('%j', (command, argv) => {
  expect(splitCommand(command)).toEqual({ argv })
})

test.each([
  ['a | b', '|'],
  ['a && b', '&&'],
  ['a; b', ';'],
  ['a > b', '>'],
  ['(a)', '('],
  ['echo "$HOME"', '$HOME'],
  ['echo $(id)', '$('],
  ['echo `id`', '`'],
  ['echo "`id`"', '`'],
  ['ls *.ts', '*'],
  ['ls a?', '?'],
  ['ls ~/x', '~'],
  ['npm test # all', '#'],
  ['CI=1 npm test', 'CI=1'],
  ['a\nb', 'a second line'],
  ['exit 3', 'exit'],
  ['source venv/bin/activate', 'source'],
  ['! grep -r TODO src', '!'],
])('fault 20: %j needs a shell for %j', (command, syntax) => {
  expect(splitCommand(command).shellSyntax).toBe(syntax)
})

test.each([
  ['"a', '"'],
  ["a 'b", "'"],
  ['a\\', '\\'],
])('%j ends inside %j', (command, quote) => {
  expect(splitCommand(command).unclosed).toBe(quote)
})

test('a quoted assignment or builtin is a program, and a builtin in another place an argument', () => {
  expect(splitCommand("'A=1' b")).toEqual({ argv: ['A=1', 'b'] })
  expect(splitCommand('"exit" 3')).toEqual({ argv: ['exit', '3'] })
  expect(splitCommand('make export')).toEqual({ argv: ['make', 'export'] })
})

test('words in single quotes come back as they were', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string().map((word) => word.replaceAll("'", '')),
        { minLength: 1 },
      ),
      (words) => {
        expect(splitCommand(words.map((word) => `'${word}'`).join(' ')).argv).toEqual(words)
      },
    ),
  )
})
