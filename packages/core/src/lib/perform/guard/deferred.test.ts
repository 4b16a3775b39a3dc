import { expect, it } from 'vitest'
import { createDeferred } from './deferred.ts'

it('resolves or rejects once', async () => {
  const kept = createDeferred<number>()
  kept.resolve(1)
  kept.reject(new Error('too late'))
  expect(await kept.promise).toBe(1)
  const broken = createDeferred<number>()
  broken.reject(new Error('broken'))
  broken.resolve(1)
  await expect(broken.promise).rejects.toThrow('broken')
})
