import { expect, it } from 'vitest'
import { structureText } from './structure-text.ts'

it('finds headings, items, quotes, paragraphs and fences', () => {
  const text = '# Title\n\nOne\ntwo\n\nthree\n- item\n  more\n  1. inner\n> said\n~~~ts\n# code\n~~~\nend'
  expect(structureText(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Title' },
    { kind: 'paragraph', text: 'One\ntwo' },
    { kind: 'paragraph', text: 'three' },
    { kind: 'item', depth: 0, text: '• item\nmore' },
    { kind: 'item', depth: 1, text: '1. inner' },
    { kind: 'quote', text: 'said' },
    { kind: 'code', info: 'ts', text: '# code' },
    { kind: 'paragraph', text: 'end' },
  ])
})

it('ends a fence only at one that is as long, or at the end', () => {
  expect(structureText('~~~~\n~~~\nx\n~~~~\ny')).toEqual([
    { kind: 'code', info: '', text: '~~~\nx' },
    { kind: 'paragraph', text: 'y' },
  ])
  expect(structureText('```\nx')).toEqual([{ kind: 'code', info: '', text: 'x' }])
})

it('keeps HTML and links as they are written', () => {
  const text = '<img src=x onerror=alert(1)> [a](javascript:b)'
  expect(structureText(text)).toEqual([{ kind: 'paragraph', text }])
})

it('reads a text of many lines in linear time', () => {
  expect(structureText('```\nx\n'.repeat(50_000))).toHaveLength(50_000)
})
