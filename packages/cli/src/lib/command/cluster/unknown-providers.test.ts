import { defineDriver } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { unknownProviders } from './unknown-providers.ts'

const driver = (provider: string) =>
  defineDriver({
    ...{ id: provider, provider, meters: [] },
    runSession: () => Promise.resolve({ text: '', usage: {} }),
  })

it('finds names that no driver has as its provider', () => {
  const [one, two] = [driver('anthropic'), driver('openai')]
  expect(unknownProviders(['anthropic', 'antropic'], one)).toEqual({
    known: ['anthropic'],
    unknown: ['antropic'],
  })
  expect(unknownProviders(['openai'], [one, two]).unknown).toEqual([])
  expect(unknownProviders(['openai'], { developer: one, phases: { 2: two } }).unknown).toEqual([])
  expect(unknownProviders(['openai'], undefined).unknown).toEqual(['openai'])
})

it('finds none if a function chooses the drivers', () => {
  expect(unknownProviders(['openai'], () => driver('anthropic')).unknown).toEqual([])
})
