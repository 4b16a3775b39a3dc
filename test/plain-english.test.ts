import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFaults } from '../scripts/lint/plain-english.js'

const root = resolve(import.meta.dirname, '..')

const pages = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  // Plans and answers of other people.
  .filter((path) => !path.includes('/fixtures/'))

describe('the words of the project', () => {
  it.each([
    ['Mends the tree.', 'Mends'],
    ['It begins anew.', 'anew'],
    ['A folder of its own.', 'of its own'],
    ['"x" is no URL.', 'is no'],
    ['What is left stays.', 'What is left stays'],
    ['Reads it. Who asks is told.', 'Who asks is told'],
    ['- Whatever fails is kept.', 'Whatever fails is kept'],
    ['**What stays:** the tree.', 'What stays:** the tree'],
  ])('are checked: %s', (text, found) => {
    expect(findFaults(text).map((fault) => fault.found)).toEqual([found])
  })

  it.each([
    'Amends a comment that recommends amide.',
    'What happens next? The run ends.',
    'It knows what it does. The agent decides who answers.',
    'Its own folder is not a slot.',
  ])('allow: %s', (text) => {
    expect(findFaults(text)).toEqual([])
  })
})

describe.each(pages)('%s', (page) => {
  it('is written in plain English', () => {
    expect(findFaults(readFileSync(join(root, page), 'utf8'))).toEqual([])
  })
})
