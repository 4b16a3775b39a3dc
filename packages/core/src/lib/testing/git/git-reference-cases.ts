import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import type { GitCaseBody } from './git-case.ts'

/** The state of the repository, its refs and their moves. */
export const gitReferenceCases: GitCaseBody[] = [
  {
    name: 'inspect: head, branch and identity',
    async body({ git, base, branch }) {
      const { head, branch: found, operation, dirty, identity } = await git.inspect()
      ensureEqual([head, found, operation, dirty], [base, branch, null, false], 'the state')
      ensure(/^.+ <.+>$/.test(identity ?? ''), 'there is an identity')
    },
  },
  {
    name: 'readRef: by name and by id; null if unknown',
    async body({ git, base, branch }) {
      ensureEqual(await git.readRef(branch), base, 'by name')
      ensureEqual(await git.readRef(base), base, 'by id')
      for (const name of ['refs/heads/none', 'refs/amelia/none', '0'.repeat(base.length), '--all', '']) {
        ensureEqual(await git.readRef(name), null, JSON.stringify(name))
      }
    },
  },
  {
    name: "fingerprint: the user's refs by name and value, without Amelia's",
    needs: ['fingerprint'],
    async body({ git, base, branch }) {
      const read = async () => (await git.fingerprint?.()) ?? { planted: new Map(), moved: new Map() }
      const ref = 'refs/heads/watched'
      const before = await read()
      ensureEqual(before.moved.get('HEAD'), `ref: ${branch}`, 'HEAD')
      ensureEqual(before.moved.get(branch), base, 'the branch')
      await git.updateRefs([{ ref: 'refs/amelia/r1/head', new: base, old: null }])
      ensureEqual([...(await read()).moved], [...before.moved], 'after a move of our ref')
      await git.updateRefs([{ ref, new: base, old: null }])
      const after = await read()
      ensureEqual([before.moved.get(ref), after.moved.get(ref)], [undefined, base], 'the new branch')
      ensureEqual([...after.planted], [...before.planted], 'no planted files')
      await git.updateRefs([{ ref, new: null, old: base }])
      ensureEqual((await read()).moved.get(ref), undefined, 'the deleted branch')
    },
  },
  {
    name: 'listRefs: only refs below the prefix',
    async body({ git, base }) {
      const refs = [
        'refs/amelia/r1/head',
        'refs/amelia/r1/phase/2a',
        'refs/amelia/r10/head',
        'refs/heads/amelia/r1/x',
      ]
      await git.updateRefs(refs.map((ref) => ({ ref, new: base, old: null })))
      const found = await git.listRefs('refs/amelia/r1/')
      ensureEqual(
        [...found],
        [
          ['refs/amelia/r1/head', base],
          ['refs/amelia/r1/phase/2a', base],
        ],
        'the refs',
      )
      ensureEqual((await git.listRefs('refs/amelia/none/')).size, 0, 'the refs of an unknown run')
    },
  },
  {
    name: 'updateRefs: creates, moves and deletes',
    async body({ git, base, attempt }) {
      const id = await attempt({ 'x.txt': 'x\n' })
      const ref = 'refs/heads/amelia/x'
      await git.updateRefs([])
      await git.updateRefs([{ ref, new: base, old: null }])
      await git.updateRefs([{ ref, new: id, old: base }])
      ensureEqual(await git.readRef(ref), id, 'the ref')
      await git.updateRefs([{ ref, new: null, old: id }])
      ensureEqual(await git.readRef(ref), null, 'the deleted ref')
    },
  },
  {
    name: 'fault 54: updateRefs moves all refs or none',
    async body({ git, base, attempt }) {
      const id = await attempt({ 'x.txt': 'x\n' })
      const [head, phase, target] = ['refs/amelia/r1/head', 'refs/amelia/r1/phase/1', 'refs/heads/amelia/x']
      await git.updateRefs([
        { ref: head, new: base, old: null },
        { ref: target, new: base, old: null },
      ])
      const wrong = [
        [
          { ref: head, new: id, old: base },
          { ref: phase, new: id, old: null },
          { ref: target, new: id, old: id },
        ],
        [
          { ref: head, new: id, old: base },
          { ref: target, new: id, old: null },
          { ref: phase, new: id, old: null },
        ],
        [
          { ref: phase, new: id, old: null },
          { ref: head, new: null, old: base },
          { ref: target, new: null, old: id },
        ],
      ]
      for (const updates of wrong) {
        const error = await ensureRejects(git.updateRefs(updates), 'REF_MOVED', 'a wrong expectation')
        ensureEqual(error.details.refs, [target], 'the refs in the error')
        const now = await Promise.all([head, phase, target].map((ref) => git.readRef(ref)))
        ensureEqual(now, [base, null, base], 'the refs')
      }
      const error = await ensureRejects(
        git.updateRefs([{ ref: phase, new: id, old: base }]),
        'REF_MOVED',
        'an empty list of updates',
      )
      ensureEqual(error.details.refs, [phase], 'the missing ref')
    },
  },
  {
    name: 'fault 54: of concurrent moves of one ref, one wins',
    async body({ git, base, attempt }) {
      const ref = 'refs/amelia/r1/head'
      await git.updateRefs([{ ref, new: base, old: null }])
      const ids: string[] = []
      for (let n = 0; n < 6; n += 1) ids.push(await attempt({ 'n.txt': `${n}\n` }))
      const moves = await Promise.allSettled(ids.map((id) => git.updateRefs([{ ref, new: id, old: base }])))
      const won = ids.filter((_, index) => moves[index]?.status === 'fulfilled')
      ensureEqual(won, [await git.readRef(ref)], 'the winner')
    },
  },
  {
    name: 'updateRefs: only checks a ref that is missing and stays missing',
    async body({ git, base }) {
      const [ref, other] = ['refs/heads/amelia/x', 'refs/amelia/target/amelia/x']
      await git.updateRefs([
        { ref: other, new: base, old: null },
        { ref, new: null, old: null },
      ])
      ensureEqual([await git.readRef(ref), await git.readRef(other)], [null, base], 'the refs')
      await git.updateRefs([{ ref, new: base, old: null }])
      const updates = [
        { ref: other, new: null, old: base },
        { ref, new: null, old: null },
      ]
      const error = await ensureRejects(git.updateRefs(updates), 'REF_MOVED', 'an existing ref')
      ensureEqual(error.details.refs, [ref], 'the ref in the error')
      ensureEqual(await git.readRef(other), base, 'the other ref')
    },
  },
  {
    name: 'fault 17: updateRefs refuses invalid ref names',
    async body({ git, base }) {
      for (const ref of [
        'x',
        'HEAD',
        'refs/heads/a b',
        'refs/heads/a..b',
        'refs/heads/x\0y',
        'refs/heads/x\ny',
        'refs/heads/',
        '--stdin',
      ]) {
        const update = git.updateRefs([
          { ref: 'refs/amelia/ok', new: base, old: null },
          { ref, new: base, old: null },
        ])
        await ensureRejects(update, 'TARGET_INVALID', JSON.stringify(ref))
      }
      ensureEqual(await git.readRef('refs/amelia/ok'), null, 'the valid ref of the same call')
    },
  },
  {
    name: 'whyLocked: only a branch that is checked out',
    needs: ['checkout'],
    async body({ git, base, branch }) {
      ensure((await git.whyLocked(branch)) !== null, 'the checked-out branch is locked')
      await git.updateRefs([{ ref: 'refs/heads/amelia/x', new: base, old: null }])
      ensureEqual(await git.whyLocked('refs/heads/amelia/x'), null, 'an unused branch')
      ensureEqual(await git.whyLocked('refs/heads/none'), null, 'a missing branch')
    },
  },
  {
    name: 'compose: begins a history without a tree and without a parent, also under a ref that exists',
    async body({ git, base }) {
      const request = { ref: 'refs/amelia/r1/own/proof', message: 'x\n', date: 1_700_000_000 }
      await git.updateRefs([{ ref: request.ref, new: base, old: null }])
      const one = await git.compose({ ...request, files: { a: '1' } })
      const two = await git.compose({
        ...request,
        tree: await git.readTree(one),
        parent: one,
        files: { b: '2' },
      })
      const paths = async (to: string) => (await git.diff({ from: one, to })).map(({ path }) => path).sort()
      ensureEqual(await paths(two), ['b'], 'the next file')
      ensure((await paths(base)).includes('README.md'), 'it has no files of another history')
      ensureEqual(await git.isAncestor(base, two), false, 'whether it has a parent')
    },
  },
]
