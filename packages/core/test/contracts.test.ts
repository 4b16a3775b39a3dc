import { describe, expect, it } from 'vitest'
import {
  type ContractCase,
  createMemoryGit,
  createMemoryStore,
  driverContract,
  gitContract,
  gitContractFiles,
  runStoreContract,
} from '../src/testing.ts'
import { scriptedDriverSubject } from './scripted-driver-subject.ts'

/** Runs the covered cases, and lists the others, so that no case disappears unnoticed. */
const runCases = (cases: readonly ContractCase[], uncovered: readonly string[]): void => {
  for (const { name, covered, run } of cases) if (covered) it(name, run)
  it('covers all cases but those listed', () => {
    expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual(uncovered)
  })
}

describe('the git backend in memory', () => {
  runCases(
    gitContract({
      features: { lines: true, marks: true, apply: true, inPlace: true, fingerprint: true, slots: true },
      async create() {
        const git = createMemoryGit({ files: gitContractFiles })
        return {
          git,
          base: git.refs.get('refs/heads/main')!,
          branch: 'refs/heads/main',
          writeUserFile: async (path, content) => void git.checkout.files.set(path, content),
          readUserState: async () => JSON.stringify([[...git.checkout.files].sort(), git.checkout.message]),
          readUserFiles: async () => Object.fromEntries(git.checkout.files),
          readPreparedMessage: async () => git.checkout.message,
          close: async () => {},
        }
      },
    }),
    [
      'changedPaths: omits ignored files',
      'removeHidden: removes ignored files below the given folders only',
      'findIgnored: names the rule that decides on each path',
      'findIgnored: leaves out paths outside, and takes no name for an option or a pattern',
      'findIgnored: reads the rules of the repository without a workspace',
      'listIgnored: lists the ignored files that exist, and a folder as one path',
      'commitAttempt: keeps binary contents',
      "fault 44: the user's files, index and branch do not change, uncommitted changes included",
      'whyLocked: only a branch that is checked out',
    ],
  )
})

it('a feature without the members of the subject that it needs fails with their names', async () => {
  const cases = gitContract({
    features: { apply: true },
    async create() {
      const git = createMemoryGit({ files: gitContractFiles })
      const base = git.refs.get('refs/heads/main')!
      return { git, base, branch: 'refs/heads/main', close: async () => {} }
    },
  })
  const applied = cases.find(({ name }) => name.startsWith('applyToCheckout'))!
  await expect(applied.run()).rejects.toThrow(
    'the subject lacks writeUserFile, readUserFiles, readUserState, readPreparedMessage, which `features.apply` needs',
  )
})

const memoryStores = new WeakMap<object, ReturnType<typeof createMemoryStore>>()

describe('the run store in memory', () => {
  runCases(
    runStoreContract({
      async create() {
        const store = createMemoryStore(() => Date.UTC(2026, 0, 1))
        memoryStores.set(store, store)
        return { store, close: async () => {} }
      },
      faults: {
        abandon: async ({ store }, { runId }) => memoryStores.get(store)?.abandon(runId),
        reopen: ({ store }) => store,
      },
    }),
    [
      'fault 70: an unreadable command has no value, can be acknowledged, and does not block others',
      'fault 64: a torn tail is ignored, and the next record replaces it',
      'fault 64: damage is RUN_DAMAGED with its line, and the run stays unlocked',
      'fault 64: a damaged journal can be cut before the damage on request, and is kept',
      'fault 64: a journal without an intact record is never replaced with an empty one',
    ],
  )
})

describe('the scripted driver', () => {
  runCases(driverContract(scriptedDriverSubject()), [])
})
