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

/** Runs what is covered, and pins what is not, so that nothing drops out unseen. */
const runCases = (cases: readonly ContractCase[], uncovered: readonly string[]): void => {
  for (const { name, covered, run } of cases) if (covered) it(name, run)
  it('covers all but what a fake cannot have', () => {
    expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual(uncovered)
  })
}

describe('the git backend in memory', () => {
  runCases(
    gitContract({
      features: { lines: true, apply: true },
      async create() {
        const git = createMemoryGit({ files: gitContractFiles })
        return {
          git,
          base: git.refs.get('refs/heads/main')!,
          branch: 'refs/heads/main',
          writeUserFile: async (path, content) => void git.checkout.files.set(path, content),
          readUserState: async () => JSON.stringify([[...git.checkout.files], git.checkout.message]),
          readUserFiles: async () => Object.fromEntries(git.checkout.files),
          readOfferedMessage: async () => git.checkout.message,
          close: async () => {},
        }
      },
    }),
    [
      'changedPaths: ignored files are left out',
      'commitAttempt: contents that are not text are kept',
      "fault 44: the user's files, index and branch stay as they are, changes included",
      'whyHeld: a branch that is checked out, and no other',
    ],
  )
})

describe('the run store in memory', () => {
  runCases(
    runStoreContract({
      create: async () => ({ store: createMemoryStore(() => Date.UTC(2026, 0, 1)), close: async () => {} }),
    }),
    [
      'another store on the same medium offers, and reads the outcome',
      'fault 70: an offer that cannot be read has no value, can be settled, and holds up none',
      'another store on the same medium reads the run, and cannot take it',
      'fault 61: a dead holder is taken over from, and writes no more',
      'fault 62: of many that take over from a dead holder one wins',
      'fault 64: a torn tail is left out, and the next record takes its place',
      'fault 64: damage is RUN_DAMAGED with its line, and the run stays free',
    ],
  )
})

describe('the scripted driver', () => {
  runCases(driverContract(scriptedDriverSubject()), [])
})
