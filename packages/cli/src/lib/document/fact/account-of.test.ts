import { checkPlan } from '@amelia/core'
import { defineParser } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { accountOf, describeAccount } from './account-of.ts'
import { renderCheck } from '../render-check.ts'

const parser = defineParser({
  id: 'wiki',
  detect: () => 1,
  parse: () => ({ plan: { phases: [{ id: '1', title: 'First' }] }, issues: [] }),
})

it('says nothing about skipped text and the order if the parser gives no account', () => {
  const check = checkPlan('x', { parsers: [parser] })
  expect(describeAccount(accountOf(check))).toBe('1 phase')
  const view = { columns: 80, paint: (text: string) => text } as unknown as Parameters<typeof renderCheck>[1]
  const text = renderCheck({ path: 'x', check, lines: new Map() }, view)
  expect(text).toMatch(/^Read /m)
  expect(text).not.toMatch(/^Order|nothing skipped/m)
})
