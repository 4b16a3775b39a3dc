import { checkPlan, type Plan } from '@amelia/core'
import { defineParser, type PhaseDraft } from '@amelia/core/plugin'
import { expect, test } from 'vitest'
import { userStories } from './user-stories.ts'

const write = (phase: Omit<PhaseDraft, 'id' | 'title'>) => {
  const phases = [{ id: 'us-001', title: 'Add `a`', ...phase }]
  const given = defineParser({
    id: 'given',
    detect: () => 1,
    parse: () => ({ plan: { title: 'P', goal: 'G', phases }, issues: [] }),
  })
  const written = userStories().write?.(checkPlan('x', { parsers: [given] }).plan as Plan)
  return { ...written, json: JSON.parse(written?.text ?? '') as object }
}

test('criteria of a text are written as acceptance criteria', () => {
  expect(write({ body: 'Do it.\n\nAcceptance criteria:\n- one\n- two', status: 'done' })).toMatchObject({
    json: {
      project: 'P',
      description: 'G',
      userStories: [
        {
          id: 'us-001',
          title: 'Add `a`',
          description: 'Do it.',
          acceptanceCriteria: ['one', 'two'],
          priority: 1,
          passes: true,
        },
      ],
    },
    losses: [],
  })
})

test('subtasks that the text does not name are added to it, and are a loss', () => {
  const subtasks = ['Write it', 'Test it', 'Ship it'].map((title, index) => ({
    id: `1.${index}`,
    title,
    body: index === 2 ? 'With\n\ncare.' : '',
  }))
  expect(write({ body: '- [ ] Write it', subtasks })).toMatchObject({
    json: {
      userStories: [{ description: '- [ ] Write it\n\n- Test it\n- Ship it\n  With\n  care.' }],
    },
    losses: [
      {
        what: 'the number of subtasks',
        places: ['phase us-001 (0 instead of 3: without 1.0, 1.1, 1.2)'],
      },
    ],
  })
})
