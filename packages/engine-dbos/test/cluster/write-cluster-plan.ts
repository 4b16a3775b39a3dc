import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One phase of a plan. */
export interface ClusterPhase {
  id: string
  after?: readonly string[]
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
    ...phases.flatMap(({ id }) => [`## Phase ${id}: Do ${id}`, '', `Write the file of ${id}.`, '']),
  ]
  writeFileSync(file, lines.join('\n'))
  return file
}

/**
 * Writes an agent, which notes its phase in `sessions`, sleeps, writes a file, and notes its begin and end in
 * `times`. Returns its command.
 */
export const writeAgent = (folder: string, { sleep }: { sleep: number }): string => {
  const report = { status: 'done', summary: 'Wrote it.', subtasks: [], files: [], notDone: [] }
  const lines = [
    'since=$(date +%s.%N)',
    "id=$(grep -o 'the file of [0-9]*' | head -1 | grep -o '[0-9]*$')",
    `echo "$id" >> ${join(folder, 'sessions')}`,
    `sleep ${sleep}`,
    'echo "$id" > "$id.txt"',
    `echo '${JSON.stringify(report)}'`,
    `echo "$since $(date +%s.%N)" >> ${join(folder, 'times')}`,
  ]
  const file = join(folder, 'agent.sh')
  writeFileSync(file, `${lines.join('\n')}\n`)
  return `sh ${file}`
}
