import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One phase of a plan. */
export interface ClusterPhase {
  id: string
  after?: readonly string[]
  /** The queue that it names. */
  queue?: string
}

/** Writes a plan whose phases an agent performs. */
export const writeClusterPlan = (
  folder: string,
  phases: readonly ClusterPhase[],
  name = 'plan.md',
): string => {
  const file = join(folder, name)
  const lines = [
    '# Small things',
    '',
    '**Goal:** Make small things.',
    '',
    '| Phase | Name | Depends On | Parallel With | Estimate | Status |',
    '|-------|------|------------|---------------|----------|--------|',
    ...phases.map(({ id, after = [] }) => `| ${id} | Do ${id} | ${after.join(', ') || '-'} | - | 2 | ⬜ |`),
    '',
    ...phases.flatMap(({ id, queue }) => [
      ...[`## Phase ${id}: Do ${id}`, ''],
      ...(queue === undefined ? [] : [`**Queue:** ${queue}`, '']),
      ...[`Write the file of ${id}.`, ''],
    ]),
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

/** The behaviour of an agent. */
export interface AgentOptions {
  /** The duration of a session, in seconds. */
  sleep: number
  /** Whether a session waits until the file `permitted-ID` of its phase exists. */
  isPaced?: boolean
  /** How many sessions must have started before one goes on. */
  together?: number
  /** Phases whose sessions end with the code for a missing permission. */
  fails?: readonly string[]
}

/**
 * Writes an agent, which notes its phase in `sessions`, sleeps, writes a file, and notes its begin and end in
 * `times`. Returns its command.
 */
export const writeAgent = (folder: string, options: AgentOptions): string => {
  const { sleep, isPaced = false, together = 1, fails = [] } = options
  const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: [], notDone: [] }
  const lines = [
    'since=$(date +%s.%N)',
    "id=$(grep -o 'the file of [0-9]*' | head -1 | grep -o '[0-9]*$')",
    `echo "$id" >> ${join(folder, 'sessions')}`,
    ...(isPaced ? [waiting(folder, `[ -e ${folder}/permitted-$id ]`)] : []),
    ...(together > 1 ? [waiting(folder, `[ $(wc -l < ${folder}/sessions) -ge ${together} ]`)] : []),
    `sleep ${sleep}`,
    ...fails.map((id) => `[ "$id" = ${id} ] && exit 77`),
    'echo "$id" > "$id.txt"',
    `echo '${JSON.stringify(report)}'`,
    `echo "$since $(date +%s.%N)" >> ${join(folder, 'times')}`,
  ]
  const file = join(folder, 'agent.sh')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return `sh ${file}`
}

/** A killed worker leaves its agent behind, which ends with the folder. */
const waiting = (folder: string, condition: string): string =>
  `until ${condition}; do [ -d ${folder} ] || exit 1; sleep 0.1; done`
