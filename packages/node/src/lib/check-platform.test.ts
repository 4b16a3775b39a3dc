import { memoryHost } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { checkPlatform } from './check-platform.ts'
import { nodeHost } from './node-host.ts'

describe('the platform', () => {
  it.each(['linux', 'darwin'] as const)('may be %s', (platform) => {
    expect(() => checkPlatform(platform)).not.toThrow()
  })

  it('of Windows is refused by nodeHost with a way out, but not by hosts in memory', ({ onTestFinished }) => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!
    onTestFinished(() => void Object.defineProperty(process, 'platform', platform))
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' })
    expect(() => nodeHost()).toThrow(
      expect.objectContaining({
        code: 'PLATFORM_UNSUPPORTED',
        details: { platform: 'win32' },
        message: expect.stringContaining('Start the program inside WSL') as string,
      }),
    )
    expect(() => memoryHost()).not.toThrow()
  })
})
