import type { PlanIssue, PlanStatus, StepDraft } from '@amelia/core/plugin'
import type { DocumentNode } from '@amelia/markdown'
import { batchStepShape, keysOf, stepShape } from './execution-plan-schema.ts'
import { openRecord } from './open-record.ts'
import { readStatus } from './read-status.ts'
import { withoutAbsent } from './without-absent.ts'

const keys = keysOf(stepShape)
const keysInBatch = keysOf(batchStepShape)

/**
 * Reads one step of a batch or of a subtask. Without an id, the step gets `fallbackId`, and this is reported.
 * Only a step of a batch has a status.
 */
export const readStepNode = (
  node: DocumentNode,
  what: string,
  fallbackId: string,
  issues: PlanIssue[],
  inside: 'batch' | 'subtask' = 'batch',
): { step: StepDraft; status?: PlanStatus } | undefined => {
  const record = openRecord(node, inside === 'batch' ? keysInBatch : keys, what, issues)
  if (!record) return undefined
  const status = inside === 'batch' ? readStatus(record) : undefined
  const id = record.text('id')
  if (id === undefined) record.report('id', 'PLAN_SCHEMA', 'it has no "id".')
  const action = record.choice('action_type', ['code', 'command', 'validation', 'manual', 'function'])
  if (action === undefined) {
    record.report(
      'action_type',
      'PLAN_SCHEMA',
      'its "action_type" must be code, command, validation, manual or function.',
    )
  }
  const step = withoutAbsent({
    id: id ?? fallbackId,
    action: action ?? 'manual',
    description: record.text('description'),
    filePath: record.text('file_path'),
    codeChange: record.text('code_change'),
    replace: record.flag('replace'),
    name: record.text('name'),
    input: record.record('input'),
    command: record.text('command'),
    shell: record.flag('shell'),
    cwd: record.text('cwd'),
    fallbackCommands: record.texts('fallback_commands'),
    expectExitCode: record.integerOr('expect_exit_code', 'fail'),
    expectedOutputPattern: record.text('expected_output_pattern'),
    keep: record.choice('keep', ['server']),
    validationCommand: record.text('validation_command'),
    successCriteria: record.text('success_criteria'),
    risk: record.choice('risk_level', ['low', 'medium', 'high']),
    estimatedMinutes: record.amount('estimated_minutes'),
    requiresHumanJudgment: record.flag('requires_human_judgment'),
    dependsOn: record.texts('depends_on'),
    isTestStep: record.flag('is_test_step'),
    validatesStep: record.text('validates_step'),
    line: record.line,
  })
  return { step, ...(status && { status }) }
}
