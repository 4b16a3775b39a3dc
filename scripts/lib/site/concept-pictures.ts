import type { MarkedStatus } from '@amelia/core/view'

/** A picture of the concepts: a plan, and the statuses of its phases. */
export interface ConceptPicture {
  /** Rows of a table of phases: an id, a title, and the ids of its dependencies. */
  rows: readonly (readonly [id: string, title: string, dependsOn: string])[]
  /** Statuses by the ids of the phases. */
  statuses?: Readonly<Record<string, MarkedStatus>>
}

const words = [
  ['1', 'Units', '-'],
  ['2a', 'Parse', '1'],
  ['2b', 'Format', '1'],
] as const

/** The pictures of `docs/concepts/concepts.md`, in the order of the page. */
export const conceptPictures: Readonly<Record<string, ConceptPicture>> = {
  plan: { rows: [...words, ['3', 'Command line', '2a, 2b'], ['4', 'Manual', '3']] },
  graph: {
    rows: [...words, ['3', 'Command line', '2a, 2b'], ['4', 'Manual', '3']],
    statuses: { 1: 'completed', '2a': 'running', '2b': 'completed', 3: 'pending', 4: 'pending' },
  },
  run: {
    rows: [
      ['1', 'Input: a result, an answer, a time', '-'],
      ['2', 'Journal: stored first', '1'],
      ['3', 'Machine: decides', '2'],
      ['4', 'Effects', '3'],
      ['5a', 'Host: git, commands, agents', '4'],
      ['5b', 'Events: for people and programs', '4'],
    ],
  },
  attempt: {
    rows: [
      ['1', 'Clean tree of the base', '-'],
      ['2', 'Set-up: dependencies', '1'],
      ['3a', 'Session with an agent', '2'],
      ['3b', 'Steps by the engine', '2'],
      ['4', 'Private commit', '3a, 3b'],
    ],
  },
  verification: {
    rows: [
      ['1', 'Private commit', '-'],
      ['2a', 'Base alone: must pass', '1'],
      ['2b', 'Base with only the new tests: must fail', '1'],
      ['2c', 'Complete attempt: must pass', '1'],
      ['3', 'Evidence', '2a, 2b, 2c'],
    ],
  },
  review: {
    rows: [
      ['1', 'Verified commit', '-'],
      ['2a', 'Reviewer: an agent', '1'],
      ['2b', 'Reviewer: a command', '1'],
      ['3', 'Evaluator: sorts comments', '2a, 2b'],
      ['4a', 'Another attempt', '3'],
      ['4b', 'Checkpoint', '3'],
    ],
  },
  gate: {
    rows: [...words, ['3a', 'Manual', '2a'], ['3b', 'Examples', '2b']],
    statuses: { 1: 'completed', '2a': 'waiting', '2b': 'completed', '3a': 'pending', '3b': 'completed' },
  },
  integration: {
    rows: [
      ['1a', 'Head of the run', '-'],
      ['1b', 'Attempt', '-'],
      ['2', 'Merged tree', '1a, 1b'],
      ['3', 'Verified again, if the head has moved', '2'],
      ['4', 'Head and target branch move together', '3'],
    ],
  },
  report: {
    rows: [...words, ['3a', 'Manual', '2a'], ['3b', 'Examples', '2b']],
    statuses: { 1: 'completed', '2a': 'failed', '2b': 'completed', '3a': 'blocked', '3b': 'completed' },
  },
}
