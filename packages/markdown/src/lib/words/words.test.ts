import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isBesideWork, isCriteriaHeading } from '../is-beside-work.ts'
import { foldHead } from './fold-head.ts'
import { foldLabel } from './fold-label.ts'
import { foldValue } from './fold-value.ts'
import { words, wordsOf } from './words.ts'

const all = [...words.units, ...words.labels, ...words.values, ...words.criteria, ...words.beside]

it('docs/plans.md lists exactly these words', () => {
  const text = readFileSync(new URL('../../../../../docs/plans.md', import.meta.url), 'utf8')
  const [, section = ''] = text.split('\n## Other languages\n')
  const rows = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| English'))
  expect(rows).toEqual(
    all.map(
      ({ english, chinese, japanese, korean }) =>
        `| ${english} | ${chinese || '-'} | ${japanese || '-'} | ${korean || '-'} |`,
    ),
  )
})

describe.each(words.units)('$english', (row) => {
  it.each(wordsOf(row))('is %s before and after a number, and a label', (word) => {
    const name = `${row.english[0]?.toUpperCase()}${row.english.slice(1)}`
    expect(foldHead(`${word} 2：x`)).toBe(`${name} 2: x`)
    expect(foldHead(`第二${word} x`)).toBe(`${name} 2: x`)
    expect(foldHead(`2${word}: x`)).toBe(`${name} 2: x`)
    expect(foldLabel(word)).toBe(row.english)
  })
})

it.each(words.labels.flatMap((row) => wordsOf(row).map((word) => [word, row.english])))(
  '%s is the label %s',
  (word, english) => {
    expect(foldLabel(` ${word}`)).toBe(english)
  },
)

it.each(words.values.flatMap((row) => wordsOf(row).map((word) => [word, row.english])))(
  '%s is the value %s',
  (word, english) => {
    expect(foldValue(word)).toBe(english)
    expect(foldValue(`✅ ${word}（x）`)).toBe(`✅ ${english} (x)`)
  },
)

it.each(words.criteria.flatMap(wordsOf))('%s is a heading of criteria', (word) => {
  for (const heading of [word, `8. ${word}`, `阶段 1：${word}`, `${word}（x）`, `x${word}:`])
    expect(isCriteriaHeading(heading)).toBe(true)
  expect(isCriteriaHeading(`阶段 1：x${word}`)).toBe(false)
})

it.each(words.beside.flatMap(wordsOf))('%s is a heading beside the work', (word) => {
  for (const heading of [word, `一、${word}`, `${word}：x`, `${word}和x`])
    expect(isBesideWork(heading)).toBe(true)
  expect(isBesideWork(`x${word}`)).toBe(false)
})
