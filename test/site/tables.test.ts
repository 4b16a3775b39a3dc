import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runEventTypes } from '@amelia/core'
import { splitDefault } from '../../scripts/lib/site/render-options.ts'
import { renderTables } from '../../scripts/lib/site/render-tables.ts'

const root = resolve(import.meta.dirname, '../..')
const tables = renderTables(root)
const pages = [...tables.keys()].filter((file) => file.endsWith('.md'))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The rows of all tables of a page, as lists of cells. */
const rowsOf = (page: string): string[][] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))

it.each([...tables.keys()])('%s is what `npm run tables` writes', (file) => {
  expect(read(file) === tables.get(file)).toBe(true)
})

it.each(pages)('%s has no heading without text below it', (file) => {
  expect(
    read(file)
      .match(/^#+ .*\n\n(?:#|$)/gm)
      ?.filter((part) => !part.startsWith('## ')) ?? [],
  ).toEqual([])
})

it('docs/reference/events.md has a section for each event', () => {
  const text = read('docs/reference/events.md')
  const titles = [...text.slice(0, text.indexOf('## Types of the fields')).matchAll(/^### (.*)$/gm)]
  const live = ['session_progress', 'session_usage', 'session_waiting', 'plugin_event', 'warning'].concat(
    'progress_missed',
  )
  expect(titles.map(([, title]) => title).sort()).toEqual([...runEventTypes, ...live].sort())
})

describe('docs/reference/options.md', () => {
  it('has a meaning or a default for each option', () => {
    const bare = rowsOf(read('docs/reference/options.md')).filter((row) => row[3] === '' && row[4] === '')
    expect(bare.map(([, option]) => option)).toEqual([])
  })

  it('has the functions that programs begin with', () => {
    for (const name of ['createRun', 'openRun', 'nodeHost', 'claude', 'codex', 'apiAgent', 'commandAgent'])
      expect(read('docs/reference/options.md')).toMatch(new RegExp(`^### ${name}\n\n\\| option \\|`, 'm'))
  })

  it.each([
    ['Phases at once. Default: 4.', { meaning: 'Phases at once.', fallback: '4' }],
    [
      'A file. Default: `a.b`, if it exists. It is read once.',
      { meaning: 'A file. It is read once.', fallback: '`a.b`, if it exists' },
    ],
    ['Nothing about it.', { meaning: 'Nothing about it.', fallback: '' }],
  ])('splits the default from the docstring %s', (text, parts) => {
    expect(splitDefault(text)).toEqual(parts)
  })
})
