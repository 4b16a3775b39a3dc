import { checkPlan } from '@amelia/core'
import { defineParser } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { renderCheck } from './render-check.ts'

it('names phases of high risk, also by their steps, and those with acceptance checks', () => {
  const risky = { id: 's1', action: 'command' as const, command: 'deploy', risk: 'high' as const }
  const plan = {
    phases: [
      { id: '1', title: 'Set up' },
      { id: '2', title: 'Migrate', risk: 'high' as const, acceptance: [{ command: 'npm test' }] },
      { id: '3', title: 'Deploy', priority: 1, subtasks: [{ id: '3.1', title: 'Go', steps: [risky] }] },
    ],
  }
  const parser = defineParser({ id: 'given', detect: () => 1, parse: () => ({ plan, issues: [] }) })
  const check = checkPlan('x', { parsers: [parser] })
  const text = renderCheck(
    { path: 'x', check, lines: new Map() },
    { columns: 80, ascii: true, paint: (part) => part },
  )
  const rows = text.split('\n').filter((line) => /^ {2}\S+ \d/.test(line))
  expect(rows.map((row) => row.trim().replace(/^\S+ +/, ''))).toEqual([
    '1  Set up',
    '2  Migrate  high risk; 1 acceptance check',
    '3  Deploy   priority 1; high risk',
  ])
})

it('shows the title, and estimates of an execution plan in minutes', () => {
  const plan = { title: 'Ship it', goal: 'Sell', phases: [{ id: '1', title: 'Set up', estimate: 12 }] }
  const parser = defineParser({ id: 'execution-plan', detect: () => 1, parse: () => ({ plan, issues: [] }) })
  const check = checkPlan('x', { parsers: [parser] })
  const text = renderCheck(
    { path: 'x', check, lines: new Map() },
    { columns: 80, ascii: true, paint: (part) => part },
  )
  expect(text).toContain('\nTitle   Ship it\nGoal    Sell\n')
  expect(text).toContain('\nSize    1 phase, 12 min\n')
  expect(text).toContain('\nCritical path  1 (12 min)\n')
})
