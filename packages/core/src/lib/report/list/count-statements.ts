import type { ReportedStatements } from '../../event/change/reported-statements.ts'
import type { FrozenRun } from '../../machine/state/frozen-run.ts'

/** Counts the statements about integrated phases; an empty object if there are none. */
export const countStatements = ({
  phases,
}: Pick<FrozenRun, 'phases'>): { statements?: ReportedStatements } => {
  const integrated = phases.flatMap(({ status, integrated: at }) =>
    status === 'completed' && at ? [at] : [],
  )
  const statements = integrated.flatMap(({ statement }) => statement ?? [])
  if (statements.length === 0) return {}
  const reasons = statements.flatMap(({ unsigned }) => unsigned ?? [])
  const reason = reasons.at(-1)
  return {
    statements: {
      phases: integrated.length,
      signed: statements.length - reasons.length,
      unsigned: reasons.length,
      ...(reason !== undefined && { reason }),
    },
  }
}
