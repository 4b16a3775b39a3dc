import { createRun, type GateQuestion, readPlan } from '@amelia/core'
import { memoryHost, recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { executionPlan } from '@amelia/parser-execution-plan'
import { expect, it } from 'vitest'
import { folder, repository } from './fixtures/repository.ts'

const parsers = [executionPlan()]

/** The plan of the seed's example: a test, its implementation, and a command with a fallback. */
const logout = `goal: "Add user logout endpoint with session invalidation"
tdd_approach: true
total_estimated_minutes: 6
batches:
  - batch_number: 1
    risk_summary: low
    steps:
      - id: "1.1"
        description: "Write logout endpoint test"
        action_type: code
        file_path: tests/test_auth.py
        code_change: |
          def test_logout_invalidates_session():
              assert logout(session()).status_code == 204
        is_test_step: true
        risk_level: low

  - batch_number: 2
    risk_summary: medium
    steps:
      - id: "2.1"
        description: "Implement logout endpoint"
        action_type: code
        file_path: src/auth/routes.py
        code_change: |
          @router.post("/logout")
          async def logout(session: Session = Depends(get_session)):
              await session.invalidate()
        validates_step: null
        risk_level: medium
        depends_on: ["1.1"]

      - id: "2.2"
        description: "Run tests"
        action_type: command
        command: "pytest tests/test_auth.py -v"
        fallback_commands: ["python -m pytest tests/test_auth.py -v"]
        expected_output_pattern: "passed"
        risk_level: low
        depends_on: ["2.1"]
`

// seed: intelligent-execution 29, intelligent-execution 87
it('the plan of the example is read, and runs with a checkpoint after each batch', async () => {
  const asked: string[] = []
  const host = memoryHost({
    commands: ({ argv }) => (argv[0] === 'pytest' ? undefined : { output: '1 passed' }),
  })
  const run = await createRun({
    plan: readPlan(logout, { parsers }),
    preset: 'intelligent',
    trust: 'standard',
    host,
    onGate: (gate: GateQuestion) => {
      asked.push(`${gate.kind} ${gate.phaseIds.join()}`.trim())
      return gate.kind === 'blocker' ? undefined : gate.choices.approve()
    },
  })
  const events = recordEvents(run)
  const report = await run.start()
  expect(report.status).toBe('completed')
  expect(asked).toEqual(['plan', 'checkpoint 1', 'checkpoint 2'])
  expect(
    events.flatMap((event) => (event.type === 'step_completed' ? [[event.stepId, event.command]] : [])),
  ).toEqual([
    ['1.1', undefined],
    ['2.1', undefined],
    ['2.2', 'python -m pytest tests/test_auth.py -v'],
  ])
  const files = host.git.filesOf(report.head)
  expect(files.get('tests/test_auth.py')).toContain('def test_logout_invalidates_session():')
  expect(files.get('src/auth/routes.py')).toContain('await session.invalidate()')
})

// seed: intelligent-execution 31
it('the pattern of a step is matched with the output without its colours', async () => {
  const plan = `goal: "Count the tests"
batches:
  - batch_number: 1
    risk_summary: low
    steps:
      - id: "1.1"
        action_type: command
        command: node -e "console.log('\\\\u001b[32m3\\\\u001b[0m passed')"
        expected_output_pattern: "^3 passed$"
        risk_level: low
`
  const run = await createRun({
    plan: readPlan(plan, { parsers }),
    trust: 'autonomous',
    planApproved: true,
    host: nodeHost({ repo: repository(), slots: folder('slots') }),
  })
  expect(await run.start()).toMatchObject({ status: 'completed' })
})
