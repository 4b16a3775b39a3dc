import { expect, it } from 'vitest'
import { tellingLine } from './telling-line.ts'

it.each([
  ['', ''],
  ['\n  before  \nmore', 'before'],
  [
    'node:internal/modules/run:1\n  throw new X(\n\nError [ERR_X]: no such\n    at y',
    'Error [ERR_X]: no such',
  ],
  [
    "  ● Test suite failed to run\n\n    Cannot find module 'a' from 'b'\n",
    "Cannot find module 'a' from 'b'",
  ],
  ["ImportError while importing test module 'a'.\nTraceback:\nE   NameError: x", 'NameError: x'],
  ['file:///a.js:2\n\n\n\nSyntaxError: Unexpected end of input', 'SyntaxError: Unexpected end of input'],
  ['\u001b[31mTypeError: no\u001b[39m', 'TypeError: no'],
])('finds the line that says what is wrong: %#', (message, line) => {
  expect(tellingLine(message)).toBe(line)
})
