import { afterAll, describe, expect, it } from 'vitest'
import { isShort } from '../../../test/fixtures/is-short.ts'
import { fence, prepare } from './default-path/judge-work.ts'
import { removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const approval = fence({ approved: true, comments: [] })

describe.concurrent('verdicts, with nothing but an agent', { timeout: 300_000 }, () => {
  it('an approval without a summary completes the phase', async () => {
    const { run, roles } = prepare({ reviewer: [approval] })
    const { code, text } = await run()
    expect(text).toContain('Completed: ')
    expect({ code, roles: roles() }).toEqual({ code: 0, roles: ['developer', 'reviewer'] })
  })

  it.for(isShort ? [] : ['Fine!'])(
    'the verdict %j, given twice, is a question about the reviewer, and no work',
    async (verdict) => {
      const { run, roles, amelia, driver, runId } = prepare({ reviewer: [verdict, verdict, approval] })
      const { text } = await run()
      expect(text).toContain('The verdict of the reviewer "reviewer" cannot be read: ')
      expect(text).not.toContain('requested changes')
      expect(roles()).toEqual(['developer', 'reviewer', 'reviewer'])
      expect((await amelia('status', runId())).text).toContain('approve: take the work without this verdict')
      await amelia('answer', runId(), 'blocker:1:1', 'retry')
      const resumed = await amelia('resume', runId(), ...driver)
      expect(resumed.text).toContain('Completed: ')
      expect(roles()).toEqual(['developer', 'reviewer', 'reviewer', 'reviewer'])
    },
  )
})
