import { expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { driverError } from '../../contract/driver-error.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { effectFailure } from './effect-failure.ts'

const failed = (signal?: string): AmeliaError =>
  new AmeliaError('GIT_FAILED', 'git status failed', {
    command: 'git status',
    exitCode: signal === undefined ? 128 : null,
    ...(signal !== undefined && { signal }),
    output: '',
  })

const classOf = async (error: unknown, draining = true): Promise<string> => {
  const { performer } = createPerformer()
  if (draining) Object.assign(performer.state, { draining: 'requested' })
  return (await effectFailure(performer, error)).class
}

it('a process of git that the draining signal ended is an interruption', async () => {
  expect(await classOf(failed('SIGTERM'))).toBe('interrupted')
  expect(await classOf(driverError('interrupted'), false)).toBe('interrupted')
})

it('other errors are failures of the environment', async () => {
  expect(await classOf(failed())).toBe('environment')
  expect(await classOf(failed('SIGKILL'))).toBe('environment')
  expect(await classOf(driverError('auth'))).toBe('environment')
  expect(await classOf(new Error('x'))).toBe('environment')
})
