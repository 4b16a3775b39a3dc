/** A word that other programs have for a command: the arguments that replace it, or the command to type. */
export type Habit = { means: readonly string[] } | { advice: string }

const answer = 'To answer question 1 of the newest run: amelia answer 1 approve, or amelia answer 1 reject'

/** Commands of other programs that people type. Those that only read or resume are understood. */
export const habits: Readonly<Record<string, Habit>> = {
  ls: { means: ['runs'] },
  list: { means: ['runs'] },
  ps: { means: ['runs'] },
  history: { means: ['runs'] },
  attach: { means: ['watch'] },
  top: { means: ['watch'] },
  log: { means: ['logs'] },
  tail: { means: ['logs', '--follow'] },
  inspect: { means: ['show'] },
  info: { means: ['status'] },
  st: { means: ['status'] },
  continue: { means: ['resume'] },
  retry: { means: ['resume'] },
  validate: { means: ['check'] },
  lint: { means: ['check'] },
  dashboard: { means: ['ui'] },
  version: { means: ['--version'] },
  stop: { advice: 'To stop the newest run, which can be resumed: amelia cancel' },
  kill: { advice: 'To stop the newest run, which can be resumed: amelia cancel' },
  pause: { advice: 'To let running phases finish and start no others: amelia cancel --drain' },
  abort: {
    advice: 'To stop the newest run: amelia cancel. To end it at its question: amelia answer 1 abort',
  },
  approve: { advice: answer },
  reject: { advice: answer },
  undo: { advice: 'To restore the target branch of a run: amelia revert RUN' },
  rollback: { advice: 'To restore the target branch of a run: amelia revert RUN' },
  rm: { advice: 'To delete what finished runs left: amelia clean' },
  delete: { advice: 'To delete what finished runs left: amelia clean' },
  prune: { advice: 'To delete what finished runs left: amelia clean --older-than 30d' },
  start: { advice: 'To run a plan: amelia run plan.md --driver claude' },
  exec: { advice: 'To run a plan: amelia run plan.md --driver claude' },
  apply: { advice: 'To run a plan: amelia run plan.md --driver claude' },
  new: { advice: 'To have an agent write a plan: amelia plan "GOAL" --driver claude' },
  create: { advice: 'To have an agent write a plan: amelia plan "GOAL" --driver claude' },
  login: { advice: 'Amelia has no account: log in with your agent. To check its login: amelia doctor' },
  logout: { advice: 'Amelia has no account: log out with your agent. To check its login: amelia doctor' },
  config: { advice: 'To print each setting and where it comes from: amelia run --print-config' },
  update: { advice: 'To install the newest version: npm install -g amelia' },
  upgrade: { advice: 'To install the newest version: npm install -g amelia' },
}

/** Finds the habit that a word is. */
export const findHabit = (word: string | undefined): Habit | undefined =>
  word !== undefined && Object.hasOwn(habits, word) ? habits[word] : undefined
