import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { stillTimeOf } from './still-time-of.ts'
import { StillTime, useNow } from './use-now.ts'

const at = '2026-01-01T00:00:05.000Z'

it('is the time of the last change of a run that no process runs', () => {
  const open = { at, report: {} }
  expect(stillTimeOf(open, { state: 'interrupted' })).toBe(Date.parse(at))
  expect(stillTimeOf(open, { state: 'running' })).toBeUndefined()
  expect(stillTimeOf(open, undefined)).toBeUndefined()
  expect(stillTimeOf(undefined, { state: 'interrupted' })).toBeUndefined()
  expect(stillTimeOf({ at, report: { endedAt: at } }, { state: 'interrupted' })).toBeUndefined()
})

it('is the time at which the connection was lost', () => {
  const open = { at, report: {} }
  expect(stillTimeOf(open, { state: 'unknown' }, 9_000)).toBe(9_000)
  expect(stillTimeOf(open, { state: 'unknown' })).toBe(Date.parse(at))
  expect(stillTimeOf(open, { state: 'interrupted' }, 9_000)).toBe(Date.parse(at))
})

it('stops the times of the components below', () => {
  const Now = (): ReactNode => useNow(true)
  const show = (value: number | undefined): number =>
    Number(renderToStaticMarkup(createElement(StillTime, { value }, createElement(Now))))
  expect(show(5_000)).toBe(5_000)
  expect(show(undefined)).toBeGreaterThan(5_000)
})
