import { expect, it } from 'vitest'
import { fail, say } from './fake-anthropic.ts'
import { openRealClaude } from './real-claude.ts'

const fallbackModel = 'claude-haiku-4-5'

it('continues the session with the fallback model of `config` while the model is overloaded', async () => {
  const claude = await openRealClaude({ config: { fallbackModel } })
  try {
    claude.api.play(({ body: { model } }) =>
      model.startsWith(fallbackModel) ? say('Done.') : fail(529, 'overloaded_error', 'Overloaded'),
    )
    expect(await claude.run()).toMatchObject({ result: { text: 'Done.', usage: { inputTokens: 100 } } })
    const models = claude.api.requests.map(({ body: { model } }) => model.startsWith(fallbackModel))
    expect(models).toEqual([...models.slice(1).map(() => false), true])
    expect(claude.api.requests.length).toBeLessThanOrEqual(4)
  } finally {
    await claude.close()
  }
})
