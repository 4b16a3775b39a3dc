import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { failureClasses } from '../src/lib/contract/failure-class.ts'
import { dispositions, severities } from '../src/lib/contract/review.ts'
import { blockerTypes } from '../src/lib/event/blocker-type.ts'
import { gateChoices, gateKinds } from '../src/lib/event/gate-view.ts'
import type { RunEventMap } from '../src/lib/event/run-event.ts'
import type { RunEventType } from '../src/lib/event/run-event-type.ts'
import { runStatuses } from '../src/lib/event/run-status.ts'
import { settingValues } from '../src/lib/policy/dispatch/setting-values.ts'
import { phaseFieldNames, phaseFields } from '../src/lib/plan/field/phase-fields.ts'
import { workStatuses } from '../src/lib/policy/answer/read-work-report.ts'
import { trustLevels } from '../src/lib/policy/dispatch/trust-level.ts'
import { presetNames } from '../src/lib/policy/dispatch/setting-values.ts'

const read = (page: string): string => readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8')

const codeIn = (text: string): string[] => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code]) => code!)

/** Code spans in the first column of the only table with this header. */
const tableIn = (page: string, header: string): string[] => {
  const tables = read(page)
    .split('\n\n')
    .filter((block) => block.startsWith(`| ${header} |`))
  expect(tables, `tables with the header "${header}" in docs/${page}`).toHaveLength(1)
  return tables[0]!
    .split('\n')
    .slice(2)
    .flatMap((row) => codeIn(row.split('|')[1]!))
}

describe('each table of the docs has every entry of its list once', () => {
  it.each([
    ['failure class', 'project/architecture.md', 'class', failureClasses],
    ['preset', 'project/architecture.md', 'preset', presetNames],
    ['gate kind', 'concepts/people.md', 'gate | opens', gateKinds],
    ['blocker type', 'concepts/people.md', 'blocker', blockerTypes],
    ['disposition', 'concepts/review.md', 'disposition', dispositions],
    ['trust level', 'concepts/people.md', 'trust', trustLevels],
  ])('%s', (_name, page, header, list) => {
    expect(tableIn(page, header).toSorted()).toEqual(list.toSorted())
  })

  it.each(['concepts/people.md', 'use/cli.md'])('gate choice in %s', (page) => {
    expect(tableIn(page, 'answer').toSorted()).toEqual(gateChoices.toSorted())
  })
})

it('docs/concepts/plans.md describes each field of a phase', () => {
  const [, table = ''] = read('concepts/plans.md').split('| field | value |\n|---|---|\n')
  const labels = [...table.split('\n\n', 1)[0]!.matchAll(/^\| \*\*(.+?)\*\* \| \S/gm)].map(
    ([, label]) => label,
  )
  expect(labels).toEqual(phaseFieldNames.map((name) => phaseFields[name].label))
})

describe('the docs name every entry of a list without a table', () => {
  it.each([
    ['run status', 'use/cli.md', runStatuses],
    ['severity', 'concepts/review.md', severities],
    ['status of a work report', 'extend/drivers.md', workStatuses],
    ['preset', 'use/cli.md', presetNames],
  ])('%s', (_name, page, list) => {
    const named = new Set(codeIn(read(page)))
    expect(list.filter((entry) => !named.has(entry))).toEqual([])
  })

  it.each([
    ['--on-failure', settingValues.onFailure],
    ['--order', settingValues.order],
    ['--trust', settingValues.trust],
    ['--tdd', settingValues.tdd],
    ['--commit', settingValues.publish],
  ])('%s', (flag, list) => {
    expect(codeIn(read('use/cli.md'))).toContain(`${flag} ${list.join('\\|')}`)
  })
})

it('describes every event type, and no other', () => {
  expectTypeOf<keyof RunEventMap>().toEqualTypeOf<RunEventType>()
})

it('AGENTS.md names only files that exist', () => {
  const root = new URL('../../../', import.meta.url)
  const paths = codeIn(readFileSync(new URL('AGENTS.md', root), 'utf8')).filter((text) =>
    /^(?:docs(?!\/reference)|packages|scripts|test|examples)\/[\w./-]+$/.test(text),
  )
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})
