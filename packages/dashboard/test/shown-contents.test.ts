import type { GateView, Plan } from '@amelia/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { contents, readContent } from '../../../test/contents.ts'
import { ReviewView } from '../src/lib/detail/review-view.tsx'
import { GatePanel } from '../src/lib/gate/gate-panel.tsx'
import { PlanContents } from '../src/lib/start/plan-contents.tsx'

const texts = contents(200)

/** Reads the texts of elements from a page. */
const textsOf = (page: string, element: RegExp): string[] =>
  [...page.matchAll(element)].map(([, text = '']) =>
    readContent(
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#x27;', "'")
        .replaceAll('&amp;', '&'),
    ),
  )

it('a question shows 200 scripts and diffs as they are', () => {
  const gate: GateView = {
    ...{ id: 'g', kind: 'plan', phaseIds: [], question: 'Run them?', details: texts },
    ...{ suggestions: texts, choices: ['approve', 'reject'] },
  }
  const view = { plan: { phases: [] }, phases: new Map() }
  const store = { runId: 'r', view: () => view, subscribe: () => () => {} }
  const page = renderToStaticMarkup(createElement(GatePanel, { store, source: {}, gate } as never))
  const facts = page.slice(page.indexOf('amelia-gate-facts'))
  expect(textsOf(facts, /<li>([^]*?)<\/li>/g)).toEqual([...texts, ...texts])
})

it('a plan shows 200 scripts as they are', () => {
  const steps = texts.map((command, index) => ({ id: `s${index}`, command, fallbackCommands: [] }))
  const phase = { id: '1', title: 'One', dependsOn: [], status: 'pending', subtasks: [{ steps }] }
  const plan = { title: 'Plan', goal: '', phases: [phase] } as unknown as Plan
  const page = renderToStaticMarkup(createElement(PlanContents, { plan }))
  expect(textsOf(page, /<code>([^]*?)<\/code>/g)).toEqual(texts)
})

it('a review shows 200 messages, suggestions and reasons as they are', () => {
  const comments = texts.map((text, index) => ({
    ...{ id: `r-${index}`, reviewer: 'r', severity: 'major' as const, disposition: 'clarify' as const },
    ...{ message: text, suggestion: text, reason: text },
  }))
  const review = { approved: false, summary: texts[0]!, comments }
  const page = renderToStaticMarkup(createElement(ReviewView, { review }))
  expect(textsOf(page, /<p class="amelia-wrap">([^]*?)<\/p>/g)).toEqual([texts[0], ...texts])
  const more = /<p class="amelia-comment-more">(?:Suggested|Decided because): ([^]*?)<\/p>/g
  expect(textsOf(page, more)).toEqual(texts.flatMap((text) => [text, text]))
})
