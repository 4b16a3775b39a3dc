import type { PhaseDraft, PlanDraft } from '../src/plugin.ts'

/** A phase with one step, which writes a file named after the phase. */
export const phase = (id: string, dependsOn: string[] = [], more: Partial<PhaseDraft> = {}): PhaseDraft => ({
  id,
  title: `Phase ${id}`,
  dependsOn,
  subtasks: [
    {
      id: `${id}.1`,
      title: `Write ${id}`,
      steps: [{ id: `${id}.1.1`, action: 'code', filePath: `src/${id}.txt`, codeChange: `${id}\n` }],
    },
  ],
  ...more,
})

/** 0 -> 1 -> {2a, 2b, 2c} -> 3 (seed: phase-execution-reference). */
export const forkPlan = (): PlanDraft => ({
  goal: 'Fork and join',
  title: 'Fork and join',
  phases: [
    phase('0'),
    phase('1', ['0']),
    phase('2a', ['1']),
    phase('2b', ['1']),
    phase('2c', ['1']),
    phase('3', ['2a', '2b', '2c']),
  ],
})
