import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { phase } from '../../../../test/sample-plan.ts'
import { findIntegrated } from './find-integrated.ts'
import { withTrailers } from '../../perform/message/trailers.ts'
import { runMessage, squashMessage } from '../../perform/message/run-message.ts'

const prepare = () => {
  const fixture = createPerformer({ plan: { title: 'Work', phases: [phase('a'), phase('b')] } })
  const { performer, host } = fixture
  const { state } = performer
  const find = () => findIntegrated(host.git, Object.assign(state, { prepared: true }))
  /** Commits with these messages on the run's head, oldest first, that the journal does not contain. */
  const addToHead = (...messages: string[]): string[] => {
    let at = state.headRef
    const commits = messages.map((message, index) => {
      at = host.git.addCommit(at, { [`${index}.txt`]: message }, message)
      return at
    })
    host.git.setRef('refs/amelia/r1/head', at)
    return commits
  }
  const ofPhase = (phaseId: 'a' | 'b', runId = 'r1'): string =>
    withTrailers('Work', { runId, phaseId, attempt: 1 })
  return { ...fixture, state, find, addToHead, ofPhase }
}

describe('findIntegrated', () => {
  it('finds the commits of phases and the report by their trailers', async () => {
    const { state, find, addToHead, ofPhase } = prepare()
    const [a, b, report] = addToHead(ofPhase('a'), ofPhase('b'), runMessage(state, 'Report'))
    expect(await find()).toEqual({
      head: report,
      phases: [
        { phaseId: 'a', commit: a },
        { phaseId: 'b', commit: b },
      ],
      report: true,
    })
  })

  it('ignores commits of other runs, whatever their phase', async () => {
    const { find, addToHead, ofPhase } = prepare()
    const [, b] = addToHead(ofPhase('a', 'r0'), ofPhase('b'))
    expect(await find()).toMatchObject({ phases: [{ phaseId: 'b', commit: b }] })
  })

  it('finds nothing if all unknown commits belong to another run', async () => {
    const { state, find, addToHead, ofPhase } = prepare()
    addToHead(ofPhase('a', 'r0'), runMessage({ ...state, runId: 'r0' }, 'Report'))
    expect(await find()).toBeUndefined()
  })

  it('does not mistake the plan, or a report below the head, for the report', async () => {
    const { state, find, addToHead, ofPhase } = prepare()
    addToHead(runMessage(state, 'Plan'))
    expect(await find()).toBeUndefined()
    addToHead(runMessage(state, 'Report'), ofPhase('a'))
    expect(await find()).toMatchObject({ report: false })
  })

  it.each([
    ['its own squash', 'r1', true],
    ["another run's squash", 'r0', false],
  ])('with %s on the target', async (_what, runId, isPublished) => {
    const { state, host, find, addToHead } = prepare()
    addToHead(runMessage(state, 'Report'))
    const squash = host.git.addCommit(state.base, {}, squashMessage({ ...state, runId }))
    host.git.setRef(state.target.ref, squash)
    expect((await find())?.published).toBe(isPublished ? squash : undefined)
  })

  it("does not mistake a person's commit on the target for a published one", async () => {
    const { state, host, find, addToHead } = prepare()
    addToHead(runMessage(state, 'Report'))
    const squash = host.git.addCommit(state.base, {}, squashMessage(state))
    host.git.setRef(state.target.ref, host.git.addCommit(squash, { 'theirs.txt': 't' }))
    expect(await find()).not.toHaveProperty('published')
  })
})
