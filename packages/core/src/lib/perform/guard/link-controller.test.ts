import { expect, it } from 'vitest'
import { linkController } from './link-controller.ts'

it('aborts with its signal, with its reason, and alone', () => {
  const source = new AbortController()
  const { controller } = linkController(source.signal)
  expect(controller.signal.aborted).toBe(false)
  source.abort('late')
  expect(controller.signal.reason).toBe('late')

  const alone = linkController(new AbortController().signal)
  alone.controller.abort('own')
  expect(alone.controller.signal.reason).toBe('own')
})

it('is aborted from the start by a signal that is', () => {
  expect(linkController(AbortSignal.abort('before')).controller.signal.reason).toBe('before')
})

it('does not abort after it is unlinked', () => {
  const source = new AbortController()
  const { controller, unlink } = linkController(source.signal)
  unlink()
  source.abort('later')
  expect(controller.signal.aborted).toBe(false)
})
