import { settingValues } from '@amelia/core'
import { refused } from '../wire/refused.ts'
import type { StartSettings } from '../wire/start-choices.ts'

interface SettingRule {
  expected: string
  is(value: unknown): boolean
}

const longest = 1_000

const line: SettingRule = {
  expected: `one line of at most ${longest} characters`,
  is: (value) =>
    typeof value === 'string' && new RegExp(`^(?=.*\\S)[^\\p{Cc}]{1,${longest}}$`, 'u').test(value),
}

const settingRules: { readonly [Name in keyof StartSettings]-?: SettingRule } = {
  trust: {
    expected: `one of ${settingValues.trust.join(', ')}`,
    is: (value) => settingValues.trust.some((level) => level === value),
  },
  agent: {
    expected: 'the name of an agent, such as claude',
    is: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(value),
  },
  model: line,
  test: line,
  concurrency: {
    expected: 'an integer from 1 to 1,000',
    is: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000,
  },
  budgetUsd: {
    expected: 'a number above 0',
    is: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
  },
}

/** Reads the settings that a caller chose for a start from a body. Refuses an invalid one. */
export const readSettings = (body: unknown): StartSettings => {
  const given = { ...(body as Record<string, unknown> | null) }
  const found = Object.entries(settingRules).flatMap(([name, { expected, is }]) => {
    const value = given[name]
    if (value === undefined) return []
    if (!is(value)) throw refused('body', `\`${name}\` must be ${expected}.`)
    return [[name, value] as const]
  })
  return Object.fromEntries(found)
}
