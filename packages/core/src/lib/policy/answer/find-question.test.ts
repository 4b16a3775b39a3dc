import { expect, it } from 'vitest'
import { findQuestion } from './find-question.ts'

it.each([
  ['I read the plan.\n\nShould slugs keep umlauts?', 'Should slugs keep umlauts?'],
  ['Two ways exist. Should I use A or B? Please tell me.', 'Should I use A or B?'],
  ['**Which port?**\n', 'Which port?'],
  ['- *日本語の API を使いますか？*', '日本語の API を使いますか？'],
  ['計画を読みました。どのポートを使いますか？', 'どのポートを使いますか？'],
])('finds the question of %j', (words, question) => {
  expect(findQuestion(words)).toBe(question)
})

it.each(['All done.', '', 'Is it done?\n\nYes, it is.', 'See https://example.com/?q=1 for more.'])(
  'finds none in %j',
  (words) => {
    expect(findQuestion(words)).toBeUndefined()
  },
)
