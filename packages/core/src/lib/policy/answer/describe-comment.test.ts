import { expect, it } from 'vitest'
import { contents } from '../../../../../../test/contents.ts'
import { describeComment } from './describe-comment.ts'

const comment = { id: 'r-1', reviewer: 'r', severity: 'major', disposition: 'clarify' } as const

it('names the place, the suggestion and the reason of a comment', () => {
  expect(describeComment({ ...comment, message: 'Which currency?' })).toBe(
    'r (major, clarify): Which currency?',
  )
  const placed = { ...comment, message: 'Which currency?', file: 'a.ts' }
  expect(describeComment(placed)).toBe('r (major, clarify) a.ts: Which currency?')
  const full = { ...placed, line: 3, suggestion: 'Use EUR.', reason: 'The plan is silent.' }
  expect(describeComment(full)).toBe(
    'r (major, clarify) a.ts:3: Which currency?\nSuggestion: Use EUR.\nWhy: The plan is silent.',
  )
})

it('keeps 200 messages and suggestions whole', () => {
  for (const text of contents(200)) {
    const described = describeComment({ ...comment, message: text, suggestion: text })
    expect(described).toBe(`r (major, clarify):\n${text}\nSuggestion:\n${text}`)
  }
})
