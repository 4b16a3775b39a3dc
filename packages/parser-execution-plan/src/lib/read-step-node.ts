import type { PlanIssue, StepDraft } from '@amelia/core/plugin'
import type { DocumentNode } from '@amelia/markdown'
import { openRecord } from './open-record.ts'

const keys = [
  'id',
  'description',
  'action_type',
  'file_path',
  'code_change',
  'replace',
  'command',
  'shell',
  'cwd',
  'fallback_commands',
  'expect_exit_code',
  'expected_output_pattern',
  'validation_command',
  'success_criteria',
  'risk_level',
  'estimated_minutes',
  'requires_human_judgment',
  'depends_on',
  'is_test_step',
  'validates_step',
] as const

/** Reads one step of a batch. Without an id, the step gets `fallbackId`, and this is reported. */
export const readStepNode = (
  node: DocumentNode,
  what: string,
  fallbackId: string,
  issues: PlanIssue[],
): StepDraft | undefined => {
  const record = openRecord(node, keys, what, issues)
  if (!record) return undefined
  const id = record.text('id')
  if (id === undefined) record.report('id', 'PLAN_SCHEMA', 'it has no "id".')
  const action = record.choice('action_type', ['code', 'command', 'validation', 'manual'])
  if (action === undefined) {
    record.report(
      'action_type',
      'PLAN_SCHEMA',
      'its "action_type" must be code, command, validation or manual.',
    )
  }
  return withoutAbsent({
    id: id ?? fallbackId,
    action: action ?? 'manual',
    description: record.text('description'),
    filePath: record.text('file_path'),
    codeChange: record.text('code_change'),
    replace: record.flag('replace'),
    command: record.text('command'),
    shell: record.flag('shell'),
    cwd: record.text('cwd'),
    fallbackCommands: record.texts('fallback_commands'),
    expectExitCode: record.integerOr('expect_exit_code', 'fail'),
    expectedOutputPattern: record.text('expected_output_pattern'),
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
}

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** Leaves out undefined properties, because a default applies only to missing ones. */
const withoutAbsent = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Present<T>
