import { memoryHost } from '@amelia/core/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RunHeader } from '../src/lib/dashboard/run-header.tsx'
import { EmptyRuns } from '../src/lib/runs/empty-runs.tsx'
import { localSource } from '../src/lib/source/local-source.ts'
import { createRunStore } from '../src/lib/state/create-run-store.ts'
import { connect } from '../src/page/connect.ts'

const local = localSource({ host: memoryHost() })

it('an empty list names the command line only where runs come from it', () => {
  const shown = (source: { startHint?: string }): string =>
    renderToStaticMarkup(createElement(EmptyRuns, { source }))
  expect(shown(local)).toContain('They appear here when they start.')
  expect(shown(connect('http://127.0.0.1:1/', () => 'token'))).toContain(
    'Start one in a terminal: amelia run PLAN',
  )
})

it('a run that was not read yet is not connected to anything', () => {
  const store = createRunStore({ source: local, runId: 'r1' })
  const shown = renderToStaticMarkup(createElement(RunHeader, { store }))
  expect(shown).toContain('Reading run r1…')
  expect(shown).not.toContain('Connecting')
})
