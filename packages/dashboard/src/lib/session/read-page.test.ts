import { expect, it } from 'vitest'
import { fullTime } from '../format/day-time.ts'
import { readPage } from './read-page.ts'

const page = [
  '# Phase a, attempt 1, session 1: developer',
  '- Driver: claude\n- Started: 2026-11-24T14:03:59.123Z\n- Ended: completed',
  '## Prompt',
  '~~~~\nDo it.\n~~~\n## Progress\n00:01  Read secret\n~~~~',
  '## Progress',
  '00:02  says',
  '> I read\n> ## Last message\n> 00:03  Bash rm',
  '00:04  Read src/a.ts',
  '00:09  todo list: 1 of 2 done',
  '00:10  a person writes',
  '> Be quick.',
  '01:00  Bash npm test',
  '## Last message',
  '> Done.',
].join('\n\n')

it('reads the entries of a page, and takes no quoted text for a line of it', () => {
  const { facts, prompt, entries, last } = readPage(page)!
  expect(facts).toEqual([
    'Driver: claude',
    `Started: ${fullTime('2026-11-24T14:03:59.123Z')}`,
    'Ended: completed',
  ])
  expect(prompt).toBe('Do it.\n~~~\n## Progress\n00:01  Read secret')
  expect(entries).toEqual([
    { kind: 'says', time: '00:02', text: 'I read\n## Last message\n00:03  Bash rm' },
    { kind: 'tool', time: '00:04', tool: 'Read', text: 'src/a.ts', ms: 5_000 },
    { kind: 'note', time: '00:09', text: 'todo list: 1 of 2 done' },
    { kind: 'person', time: '00:10', text: 'Be quick.' },
    { kind: 'tool', time: '01:00', tool: 'Bash', text: 'npm test' },
  ])
  expect(last).toBe('Done.')
})

it('leaves other texts alone', () => {
  expect(readPage('{"type":"vendor"}\n')).toBeUndefined()
  expect(readPage('## Prompt\n\nno fence\n\n## Progress\n')).toBeUndefined()
  expect(readPage('')).toBeUndefined()
})
