import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { executionPlan } from '@amelia/parser-execution-plan'
import { phaseTable } from '@amelia/parser-phase-table'
import { expect, test } from 'vitest'
import { formatIssue } from '../format-issue.ts'
import { planJson } from '../plan-json.ts'
import { hideSecrets } from './hide-secrets.ts'

/** Built here, so that no file contains the shape of a secret. */
const token = `ghp_${'q7Zx3Mb9Kd'.repeat(4).slice(0, 36)}`
const key = ['-----BEGIN PRIVATE', `KEY-----\n${'q7Zx3Mb9KdaB4/9xQ8'.repeat(4)}`].join(' ')

const print = (text: string): { code: string[]; shown: string } => {
  const check = checkPlan(text, { parsers: [phaseTable(), checklist(), executionPlan()] })
  const lines = new Map([['', text.split('\n')]])
  const file = { path: 'plan.md', ...hideSecrets({ check, lines }, []) }
  const paint = (shown: string): string => shown
  const own = file.lines.get('') ?? []
  const issues = file.check.issues.map((issue) =>
    formatIssue(issue, { path: 'plan.md', lines: own, columns: 200, paint }),
  )
  return {
    code: check.issues.map(({ code }) => code),
    shown: issues.join('') + JSON.stringify(planJson(file)),
  }
}

test.each([
  ['of one phase', `Call it with ${token}.\n`, 'NOT_STRUCTURED'],
  [
    'with other issues on the line',
    `## Phase 1: a\n\n**Status:** ${token}\n**Depends on:** none\n`,
    'STATUS_UNKNOWN',
  ],
  [
    'with a skipped heading',
    `## Phase 1: a\n\n**Depends on:** none\n\n## ${token}\n\n- [ ] x\n`,
    'CONTENT_SKIPPED',
  ],
  ['that does not follow the schema', `batches:\n  - title: [${token}]\n    steps: 3\n`, 'PLAN_SCHEMA'],
  ['with a secret of several lines', `Call it.\n\n${key}\n`, 'SECRET_IN_PLAN'],
])('nothing that is printed about a plan %s has its secret', (_, text, expected) => {
  const { code, shown } = print(text)
  expect(code).toContain(expected)
  expect(shown).not.toContain('q7Zx3Mb9Kd')
})

test('other lines and allowed texts are shown', () => {
  expect(print(`- [!] a\n- [ ] ${token}\n`).shown).toContain('1 | - [!] a')
  expect(print(`- [!] ${token} amelia:allow-secret\n- [ ] b\n`).shown).toContain(`1 | - [!] ${token}`)
})
