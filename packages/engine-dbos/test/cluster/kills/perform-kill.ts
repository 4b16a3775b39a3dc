import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../../../../../test/fixtures/start-postgres.ts'
import { keepMembers } from '../chaos/keep-members.ts'
import { type ClusterUnderTest, clusterUnderTest, type Member, type Survival } from '../cluster-under-test.ts'
import { until, untilOver } from '../until.ts'
import type { KillPoint } from './kill-points.ts'

/** A run in which one process was killed. */
export interface KilledRun extends Survival {
  /** Whether the run reached the moment. */
  isHit: boolean
  failures: string[]
  /** The types of the records of the run. */
  recordTypes: string[]
  outputs: string
}

/** A run that was killed before its start cannot be resumed: a person starts it again. */
const neverStarted = /was created and never started|RUN_NOT_FOUND/

/** Kills the process whose pid is in the file `victim`, once, at a push that has a line of the pattern. */
const hookLines = (root: string, { push, when, victim }: KillPoint): string[] => [
  `cat > ${root}/push.$$`,
  `grep -q '${push!.line}' ${root}/push.$$ || exit 0`,
  `[ -e ${root}/victim ] || exit 0`,
  ...Array.from({ length: push!.skip ?? 0 }, (_, n) => `mkdir ${root}/skipped${n} 2>/dev/null && exit 0`),
  `mkdir ${root}/hit 2>/dev/null || exit 0`,
  `kill -9 "$(cat ${root}/victim)"`,
  // A push that has reached the server would succeed without its sender.
  `exit ${when === 'before' && push!.by === victim ? 1 : 0}`,
]

/** Performs a run of two phases and kills a process at a point, or none. */
export const performKill = async (server: TestServer, point: KillPoint | null): Promise<KilledRun> => {
  const cluster = await clusterUnderTest({
    ...{ server, phases: [{ id: '1' }, { id: '2', after: ['1'] }], sleep: 0 },
    flags: ['--dead-after', '4s'],
  })
  const { root } = cluster.folders
  const hit = join(root, 'hit')
  const isHit = (): boolean => point === null || existsSync(hit)
  if (point?.push)
    cluster.hook(point.when === 'before' ? 'pre-receive' : 'post-receive', hookLines(root, point))
  const coordinators: Member[] = []
  /** Makes a process the victim. */
  const arm = (kind: KillPoint['victim'], member: Member): void => {
    if (point?.victim !== kind || isHit()) return
    if (point.isTakeOver && coordinators.length === 1) return
    if (point.push) return writeFileSync(join(root, 'victim'), String(member.pid))
    const call = (): void => {
      writeFileSync(hit, '')
      member.signal('SIGKILL')
    }
    member.proxy.atNext({ ...point.statement!, when: point.when, call })
  }
  const armed: ClusterUnderTest = {
    ...cluster,
    async worker(...all) {
      const member = await cluster.worker(...all)
      arm('worker', member)
      return member
    },
    async coordinate(...all) {
      const member = await cluster.coordinate(...all)
      coordinators.push(member)
      arm('coordinator', member)
      void member.ended.then(({ output }) => {
        if (neverStarted.test(output)) cluster.beginAgain()
      })
      return member
    },
  }
  const members = keepMembers({
    ...{ cluster: armed, workers: 1, explained: neverStarted },
    random: () => 0,
    note: () => {},
  })
  const failures: string[] = []
  try {
    if (point?.isTakeOver) {
      await until('a phase is dispatched', async () => {
        const rows = await cluster.rows('SELECT 1 FROM amelia_dbos.workflow_status').catch(() => [])
        return rows.length > 0
      })
      coordinators[0]!.signal('SIGKILL')
    }
    await untilOver(() => members.isOver(), cluster.progress)
  } catch (error) {
    failures.push(String(error))
  }
  try {
    const rows = await cluster.rows('SELECT value FROM amelia.record ORDER BY run, seq')
    const recordTypes = rows.map(({ value }) => (JSON.parse(String(value)) as { type: string }).type)
    const survey = await cluster.survey(members.isOver())
    failures.push(...members.unexplained)
    return { ...survey, isHit: isHit(), failures, recordTypes, outputs: members.outputs() }
  } finally {
    members.stop()
    await cluster.stop()
  }
}
