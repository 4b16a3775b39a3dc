import type { Behaviour, Death, SimulatedPhase, World } from './draw-world.ts'
import { type LivedRun, liveRun } from './live-run.ts'
import type { Violation } from './violations.ts'

const phase = (
  id: string,
  dependsOn: string[] = [],
  more: Partial<SimulatedPhase> & { behaviours?: Behaviour[] } = {},
): SimulatedPhase => ({
  id,
  title: id,
  dependsOn,
  body: `Do ${id}.`,
  behaviours: [],
  shares: false,
  ...more,
})

const world = (phases: SimulatedPhase[], more: Partial<World> = {}): World => ({
  seed: 1,
  phases,
  people: 'at hand',
  patient: true,
  refusals: undefined,
  deaths: [],
  faults: { chance: 0, most: 0 },
  moved: false,
  disk: false,
  ...more,
  options: { concurrency: 2, trust: 'autonomous', artifacts: 'none', ...more.options },
})

/** Small plans, each with a different feature in which a process can crash. */
export const crashPlans: Record<string, World> = {
  'one phase': world([phase('p0')]),
  'one phase, on a disk': world([phase('p0')], { disk: true }),
  'one commit at the end': world([phase('p0'), phase('p1', ['p0'])], {
    options: { concurrency: 2, publish: 'single', artifacts: 'commit' },
  }),
  'the files alone': world([phase('p0'), phase('p1')], {
    options: { concurrency: 2, publish: 'message-only' },
  }),
  'a failure, a conflict and a question': world(
    [
      phase('p0', [], { shares: true, behaviours: ['fails'] }),
      phase('p1', [], { shares: true }),
      phase('p2', ['p0', 'p1'], { risk: 'high' }),
    ],
    { options: { concurrency: 2, trust: 'standard', verify: { test: ['check'] } }, refusals: [true] },
  ),
  'a commit of a person at the last moment': world([phase('p0'), phase('p1', ['p0'])], {
    options: { concurrency: 2 },
    raced: true,
  }),
  'an agent that outlives its process': world([phase('p0', [], { behaviours: ['dawdles'] }), phase('p1')], {
    options: { concurrency: 2 },
  }),
  'a budget, and people elsewhere': world([phase('p0', [], { behaviours: ['refuses'] }), phase('p1')], {
    options: { concurrency: 2, budget: { tokens: 600 } },
    people: 'elsewhere',
  }),
  'subtasks at once, and steps': world(
    [
      phase('p0', [], {
        subtasks: ['p0.1', 'p0.2'].map((id) => ({ id, title: id, body: `Do ${id}.`, files: [`${id}.txt`] })),
      }),
      phase('p1', [], {
        subtasks: [
          {
            id: 'p1.1',
            title: 'p1.1',
            steps: [{ id: 'p1.1.1', action: 'code', filePath: 'p1.1.txt', codeChange: 'p1.1\n' }],
          },
        ],
      }),
    ],
    { options: { concurrency: 2, units: 'subtask', parallelSubtasks: true } },
  ),
}

export interface CrashPoints {
  /** The number of crashes tried, single or in pairs. */
  points: number
  /** The violations, each with the crashes that cause it. */
  broken: { deaths: Death[]; violations: Violation[] }[]
}

/** The parts of a result that do not depend on crashes: the run's end, and the published work. */
export const endOf = ({ report, trial: { git } }: LivedRun): string => {
  if (!report) return 'no end'
  const before = new Set(git.log(report.base))
  const commits = git.log(report.head).filter((commit) => !before.has(commit))
  const files = [...git.filesOf(report.head)].filter(([path]) => !path.startsWith('docs/amelia/'))
  return JSON.stringify({
    status: report.status,
    published: report.targetPublished,
    phases: report.phases.map(({ id, status }) => [id, status]),
    commits: commits.length,
    files: files.sort(),
  })
}

/** The moments of a call at which a process can crash. */
export const moments = ['before', 'during', 'after'] as const

/**
 * Crashes the process at each of its calls, by default before, during and after it. With `twice`, also
 * crashes the next process, which recovers, at each of its calls. Ends early when `most` crashes have
 * violated a guarantee. Each time, the run must reach the same end as without a crash.
 */
export const tryCrashPoints = async (
  plan: World,
  {
    twice,
    most = 3,
    at = moments,
  }: { twice: boolean; most?: number; at?: readonly (typeof moments)[number][] },
): Promise<CrashPoints> => {
  const whole = await liveRun(plan)
  const broken: CrashPoints['broken'] = []
  let points = 0
  if (whole.violations.length > 0) return { points, broken: [{ deaths: [], violations: whole.violations }] }
  const end = endOf(whole)
  const die = async (deaths: Death[]): Promise<LivedRun> => {
    points++
    if (points % 25 === 0) await new Promise((resolve) => setImmediate(resolve))
    const lived = await liveRun({ ...plan, deaths })
    const violations = [...lived.violations]
    if (violations.length === 0 && endOf(lived) !== end)
      violations.push({ kind: 'lost work', what: `the end is ${endOf(lived)} and would be ${end}` })
    if (violations.length > 0) broken.push({ deaths, violations })
    return lived
  }
  for (let call = 1; call <= (whole.calls[0] ?? 0); call++)
    for (const when of at) {
      if (broken.length >= most) return { points, broken }
      const first: Death = { call, when }
      const lived = await die([first])
      if (!twice || when === 'before') continue
      for (let next = 1; next <= (lived.calls[1] ?? 0); next++)
        await die([first, { call: next, when: next % 2 === 0 ? 'during' : 'after' }])
    }
  return { points, broken }
}
