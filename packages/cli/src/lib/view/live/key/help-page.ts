import type { Page } from './live-state.ts'
import type { ViewRole } from './step.ts'

const atQuestion = [
  'At a question',
  '  letter     give the answer beside it; some ask for a text or a second key',
  '  p          answer for some of its phases, if it is about several',
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
  '  up, down   move the cursor; also Page Up, Page Down, Home and End',
  '  Enter      open the phase at the cursor',
  '  c          cancel a running step or phase',
  '  s          send a text to the agent of a running phase',
  '  p          pause: running phases finish, and no others start',
]

const inPhase = [
  'In an opened phase',
  '  left, right  session, changes, checks, attempts, plan',
  '  up, down     scroll; also space, Page Up, Page Down, g and G',
  '  f            follow: show the last lines as they come',
  '  /            find a text; n the next one, N the one before',
  '  s, c         send a text to its agent; cancel it',
  '  Esc          back to the phases',
]

const quit = '  q          asks: leave the run running, finish running phases, or stop it now'

const ends: Record<ViewRole, readonly string[]> = {
  run: [
    '  b          leave the view; the run continues in the background',
    quit,
    '  Ctrl-C     once: pause; twice: stop; three times: exit at once',
    '  Ctrl-Z     suspend; fg continues',
  ],
  watch: ['  b, Ctrl-C  leave the view; the run continues', quit],
  answer: ['  q, Ctrl-C  quit; open questions stay open'],
}

const inText = [
  'While you type',
  '  Enter      done',
  '  Esc        back, without an answer',
  '  Ctrl-U     delete to the start of the line',
]

/** The page of all keys: those of an opened phase first, if there is one. */
export const helpPage = (role: ViewRole, isOpened = false): Page => ({
  title: 'Keys',
  lines: [
    ...(isOpened ? [...inPhase, ''] : []),
    ...atQuestion,
    '',
    ...(role === 'answer' ? ['In the view', inView[1]!] : inView),
    ...ends[role],
    '',
    ...(role === 'answer' || isOpened ? [] : [...inPhase, '']),
    ...inText,
  ],
  top: 0,
})
