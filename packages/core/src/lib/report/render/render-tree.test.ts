import { expect, it } from 'vitest'
import { phaseMark } from './phase-mark.ts'
import type { PhaseView } from '../phase-view.ts'
import { renderTree } from './render-tree.ts'

const phases: PhaseView[] = [
  { id: '0', title: 'Bootstrap', dependsOn: [], tasks: 0, status: 'completed' },
  { id: '1', title: 'Setup', dependsOn: ['0'], tasks: 0, status: 'external' },
  {
    id: '2a',
    title: 'Backend\u001b[2J',
    dependsOn: ['1'],
    tasks: 2,
    status: 'verifying',
    subtasks: [
      { title: 'Write tests', status: 'completed' },
      { title: 'Implement', status: 'running' },
    ],
  },
  { id: '2b', title: 'Frontend', dependsOn: ['1'], tasks: 0, status: 'failed' },
  { id: '2c', title: 'Tests', dependsOn: ['1'], tasks: 0, status: 'waiting' },
  {
    id: '3',
    title: 'Integration',
    dependsOn: ['2a', '2b'],
    tasks: 1,
    status: 'blocked',
    subtasks: [{ title: 'All of it', status: 'pending' }],
  },
]

// seed: intelligent-execution 106, intelligent-execution 108
it('draws phases and subtasks with their marks', () => {
  expect(renderTree(phases, { goal: 'A goal' })).toBe(`A goal
├─ ✓ 0 Bootstrap
├─ ✓ 1 Setup (not run)
├─ ● 2a Backend (verifying, 1/2 subtasks)
│  ├─ ✓ Write tests
│  └─ ● Implement
├─ ✗ 2b Frontend (failed)
├─ ? 2c Tests (waiting)
└─ ⊘ 3 Integration (blocked)
   └─ ○ All of it
`)
})

it('draws with ASCII alone, in few columns', () => {
  expect(renderTree(phases, { goal: 'A goal that is long', ascii: true, width: 16 })).toBe(`A goal that i...
|- + 0 Bootstrap
|- + 1 Setup...
|- * 2a Backe...
|  |- + Write...
|  \`- * Imple...
|- x 2b Front...
|- ? 2c Tests...
\`- - 3 Integr...
   \`- . All o...
`)
})

it('draws a plan that has not run', () => {
  expect(renderTree([{ id: '1', title: 'Only', dependsOn: [], tasks: 0 }])).toBe('└─ ○ 1 Only\n')
})

it('gives marks to a painter', () => {
  const painted = renderTree(phases.slice(0, 1), { paint: (text, tone) => `<${tone}:${text}>` })
  expect(painted).toBe('<dim:└─ ><good:✓> 0 Bootstrap\n')
  expect(phaseMark('skipped')).toEqual({ mark: '⊘', tone: 'dim' })
  expect(phaseMark(undefined, { ascii: true })).toEqual({ mark: '.', tone: 'dim' })
})

// seed: phased-execution 83, phased-execution-draft 15
it('counts the subtasks of a phase that has begun', () => {
  const subtasks = (['completed', 'completed', 'running'] as const).map((status, k) => ({
    title: ['API endpoints', 'CLI commands', 'Unit tests'][k]!,
    status,
  }))
  const phase = { id: '2', title: 'Interfaces', dependsOn: [], tasks: 3, subtasks }
  expect(renderTree([{ ...phase, status: 'running' }])).toBe(`└─ ● 2 Interfaces (running, 2/3 subtasks)
   ├─ ✓ API endpoints
   ├─ ✓ CLI commands
   └─ ● Unit tests
`)
  expect(renderTree([{ ...phase, status: 'blocked' }])).toContain('Interfaces (blocked)\n')
})
