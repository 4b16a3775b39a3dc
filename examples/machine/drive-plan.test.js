import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

test('the machine completes the plan', () => {
  const output = execFileSync(process.execPath, ['drive-plan.js'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  assert.match(output, /^phase_completed 1$/m)
  assert.match(output, /^phase_completed 2$/m)
  assert.match(output, /^run_ended/m)
})
