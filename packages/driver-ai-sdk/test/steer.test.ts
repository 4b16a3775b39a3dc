import { expect, it } from 'vitest'
import { uses } from './scripted-model.ts'
import { stage } from './stage.ts'

it('does not end a session with an answer while a text waits', async () => {
  const sessionId = crypto.randomUUID()
  let steered: Promise<boolean> | undefined
  const { driver, session, sent } = await stage([
    () => {
      steered = driver.steer?.(sessionId, 'Use tabs.')
      return uses(['answer', { used: 'spaces' }])
    },
    uses(['answer', { used: 'tabs' }]),
  ])
  const outputSchema = { type: 'object', properties: { used: { type: 'string' } } }
  expect(await session({ sessionId, outputSchema })).toMatchObject({ output: { used: 'tabs' } })
  expect(await steered).toBe(true)
  expect(sent(1).at(-1)).toEqual({ role: 'user', content: [{ type: 'text', text: 'Use tabs.' }] })
})
