import type { Page } from './live-state.ts'
import type { ViewRole } from './step.ts'

const atQuestion = [
  'At a question',
  '  letter     give the answer beside it; some ask for a text or a second key',
  '  Tab        the next open question',
  '  up, down   scroll its lines; also space, Page Up and Page Down',
  '  d          the changes of the phase',
  '  l          all details, and the output of its commands',
  '  e          the files, in $VISUAL or $EDITOR: a copy for reading',
  '  Esc        leave the question for now; Tab returns to it',
  '  Ctrl-D     leave it open: amelia answer answers it later',
]

const inView = [
  'In the view',
  '  Tab        the next open question',
  '  up, down   scroll the phases',
  '  c          cancel a running step or phase',
  '  s          send a text to the agent of a running phase',
  '  p          pause: running phases finish, and no others start',
]

const ends: Record<ViewRole, readonly string[]> = {
  run: [
    '  q          stop the run now and quit; amelia resume continues it',
    '  Ctrl-C     once: pause; twice: stop; three times: exit at once',
    '  Ctrl-Z     suspend; fg continues',
  ],
  watch: ['  q, Ctrl-C  stop watching; the run continues'],
  answer: ['  q, Ctrl-C  quit; open questions stay open'],
}

const inText = [
  'While you type',
  '  Enter      done',
  '  Esc        back, without an answer',
  '  Ctrl-U     delete to the start of the line',
]

/** The page of all keys. */
export const helpPage = (role: ViewRole): Page => ({
  title: 'Keys',
  lines: [
    ...atQuestion,
    '',
    ...(role === 'answer' ? ['In the view', ...inView.slice(1, 3)] : inView),
    ...ends[role],
    '',
    ...inText,
  ],
  top: 0,
})
