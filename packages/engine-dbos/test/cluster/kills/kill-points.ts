/** A moment at which a process is killed. */
export interface KillPoint {
  name: string
  victim: 'coordinator' | 'worker'
  when: 'before' | 'after'
  /** A push of the process, or of the other one: a pattern of one of its lines `OLD NEW REF`. */
  push?: { by: 'coordinator' | 'worker'; line: string; skip?: number }
  /** A record that the coordinator appends, or a message of the worker, by the type of its input. */
  statement?: { texts: readonly string[]; skip?: number }
  /** Whether the process has taken the run from another one. */
  isTakeOver?: boolean
  /** Whether the point belongs to the short selection. */
  isBrief?: boolean
}

type Named = Omit<KillPoint, 'when'>

/** A line of a push of an attempt: ids of runs begin with a date, and the probe of a start is not one. */
const attemptLine = 'refs/amelia/[0-9][^/]*/attempt/'

/** Pushes, in the order in which a run performs them. */
const pushes: readonly Named[] = [
  {
    ...{ name: 'the push of the reserved branch', victim: 'coordinator' },
    push: { by: 'coordinator', line: '^0* [^ ]* refs/amelia/target/' },
  },
  {
    ...{ name: 'the push of the first head', victim: 'coordinator' },
    push: { by: 'coordinator', line: '^0* [^ ]* refs/amelia/[^/]*/head$' },
  },
  {
    ...{ name: 'the push of the fence at a take-over', victim: 'coordinator', isTakeOver: true },
    push: { by: 'coordinator', line: 'refs/amelia/[^/]*/fence$' },
  },
  {
    ...{ name: 'the push of an attempt', victim: 'worker', isBrief: true },
    push: { by: 'worker', line: attemptLine },
  },
  {
    ...{ name: 'the push of an attempt by the worker', victim: 'coordinator' },
    push: { by: 'worker', line: attemptLine },
  },
  {
    ...{ name: 'the push of a composed commit', victim: 'coordinator' },
    push: { by: 'coordinator', line: '^0* [^ ]* refs/amelia/[^/]*/composed/', skip: 1 },
  },
  {
    ...{ name: 'the push of head, fence and branch', victim: 'coordinator', isBrief: true },
    push: { by: 'coordinator', line: 'refs/heads/amelia/' },
  },
  {
    ...{ name: 'the push of head, fence and branch by the coordinator', victim: 'worker' },
    push: { by: 'coordinator', line: 'refs/heads/amelia/' },
  },
  {
    ...{ name: 'the push that ends the reservation', victim: 'coordinator' },
    push: { by: 'coordinator', line: ' 0* refs/amelia/target/' },
  },
]

/** Records of a run, with the number of earlier ones of their type. */
const recorded: readonly (readonly [type: string, skip: number])[] = [
  ['run_created', 0],
  ['run_started', 0],
  ['run_prepared', 0],
  ['refs_moved', 0],
  ['workspace_opened', 0],
  ['session_used', 0],
  ['unit_finished', 0],
  ['attempt_committed', 0],
  ['hooks_finished', 0],
  ['composed', 0],
  ['move_prepared', 0],
  ['refs_moved', 1],
]

const records = recorded.map(
  ([type, skip]): Named => ({
    ...{ name: `the record ${type}${skip > 0 ? ' of a phase' : ''}`, victim: 'coordinator' },
    isBrief: type === 'move_prepared',
    // The records of a statement are one text in which quotes are escaped.
    statement: { texts: ['"amelia".record (run', `\\"${type}\\"`], skip },
  }),
)

const messages = [
  'workspace_opened',
  'session_used',
  'unit_finished',
  'attempt_committed',
  'hooks_finished',
].map(
  (type): Named => ({
    ...{ name: `the message ${type}`, victim: 'worker', isBrief: type === 'unit_finished' },
    statement: { texts: ['"amelia".command AS o', `"${type}"`] },
  }),
)

/** The types of the records at which the coordinator is killed. */
export const recordTypes: readonly string[] = recorded.map(([type]) => type)

/** The moments before and after each push, record and message of a run. */
export const killPoints: readonly KillPoint[] = [...pushes, ...records, ...messages].flatMap((point) =>
  (['before', 'after'] as const).map((when) => ({ ...point, when })),
)
