import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { makeCase } from '../make-case.ts'
import { ensure } from '../ensure.ts'
import { gitAttemptCases } from './git-attempt-cases.ts'
import { gitAttemptSafetyCases } from './git-attempt-safety-cases.ts'
import type { GitCase, GitContractFeatures, GitContractSubject } from './git-case.ts'
import { gitChangedPathsCases } from './git-changed-paths-cases.ts'
import { gitIgnoredCases } from './git-ignored-cases.ts'
import { gitCheckoutCases } from './git-checkout-cases.ts'
import { gitConflictCases } from './git-conflict-cases.ts'
import { gitHistoryCases } from './git-history-cases.ts'
import { gitInPlaceCases } from './git-in-place-cases.ts'
import { gitOverlayCases } from './git-overlay-cases.ts'
import { gitReferenceCases } from './git-reference-cases.ts'
import { gitRescueCases } from './git-rescue-cases.ts'
import { gitSlotCases } from './git-slot-cases.ts'
import { gitWorkspaceCases } from './git-workspace-cases.ts'

/** Options of {@link gitContract}. */
export interface GitContractOptions {
  /** Creates the subject of one case. */
  create(): GitContractSubject | Promise<GitContractSubject>
  /** The optional features that the backend has. Default: none. */
  features?: GitContractFeatures | undefined
}

/** Returns the contract of `GitBackendV1` as cases. */
export const gitContract = ({ create, features = {} }: GitContractOptions): ContractCase[] =>
  [
    ...gitWorkspaceCases,
    ...gitChangedPathsCases,
    ...gitIgnoredCases,
    ...gitOverlayCases,
    ...gitAttemptCases,
    ...gitAttemptSafetyCases,
    ...gitReferenceCases,
    ...gitHistoryCases,
    ...gitConflictCases,
    ...gitCheckoutCases,
    ...gitInPlaceCases,
    ...gitSlotCases,
    ...gitRescueCases,
  ].map(({ name, needs = [], body }) => {
    const needed = needs.map((feature) => [`features.${feature}`, features[feature]])
    return makeCase(name, Object.fromEntries(needed) as Record<string, unknown>, async () => {
      const subject = await create()
      try {
        checkSubject(subject, needs)
        await body(prepareCase(subject, features))
      } finally {
        await subject.close()
      }
    })
  })

/** Throws if the subject lacks a member with which the cases of a feature look at the user's checkout. */
const checkSubject = (subject: GitContractSubject, needs: readonly (keyof GitContractFeatures)[]): void => {
  for (const feature of needs) {
    const lacking = membersOf[feature]?.filter((member) => subject[member] === undefined) ?? []
    ensure(
      lacking.length === 0,
      `the subject lacks ${lacking.join(', ')}, which \`features.${feature}\` needs`,
    )
  }
}

const membersOf: Partial<Record<keyof GitContractFeatures, (keyof GitContractSubject)[]>> = {
  checkout: ['writeUserFile', 'readUserState'],
  apply: ['writeUserFile', 'readUserFiles', 'readUserState', 'readPreparedMessage'],
  inPlace: ['writeUserFile', 'readUserFiles', 'readUserState'],
}

const prepareCase = (subject: GitContractSubject, features: GitContractFeatures): GitCase => {
  const { git, base } = subject
  let made = 0
  const open = (tree?: string): Promise<Workspace> =>
    git.openWorkspace({ runId: 'r1', base, ...(tree === undefined ? {} : { tree }) })
  const commit: GitCase['commit'] = async (workspace, more = {}) => {
    made += 1
    const { ref = `refs/amelia/r1/attempt/x/${made}`, message = 'Work\n', date = 1_700_000_000 } = more
    const changes = await git.changedPaths(workspace)
    const result = await git.commitAttempt(workspace, { ref, message, date, changes })
    ensure(result.tree === (await git.readTree(result.commit)), 'the returned tree is the tree of the commit')
    return result.commit
  }
  return {
    ...subject,
    features,
    open,
    commit,
    async attempt(files, more) {
      const workspace = await open()
      for (const [path, content] of Object.entries(files)) {
        if (content === null) await workspace.fs.rm(`/${path}`)
        else await workspace.fs.writeFile(`/${path}`, content)
      }
      const id = await commit(workspace, more)
      await git.closeWorkspace(workspace)
      return id
    },
  }
}
