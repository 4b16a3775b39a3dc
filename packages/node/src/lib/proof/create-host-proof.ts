import { createHash } from 'node:crypto'
import type { HostProof, ProofFile } from '@amelia/core/plugin'
import type { NativeGitOptions } from '../backend/native-git-options.ts'
import { createRepositoryAccess } from '../backend/repository-access.ts'
import { readBlob } from '../git/commit/read-blob.ts'
import type { Repository } from '../git/repository/locate-repository.ts'
import { lockfiles } from '../git/setup/digest-setup.ts'
import { findSigningKey, type SigningKey, signPayload } from './sign-payload.ts'

const mostLockfiles = 100

/**
 * Creates the part of a host that statements need: this machine, the set-up of workspaces, and signatures by
 * the SSH key that git uses. The key is looked up once, so that nobody exchanges it while a run works.
 */
export const createHostProof = ({
  repo = '.',
  setup = [],
}: Pick<NativeGitOptions, 'repo' | 'setup'>): HostProof => {
  const { locate } = createRepositoryAccess(repo)
  const digests = new Map<string, string>()
  let key: Promise<SigningKey | null> | undefined
  return {
    platform: { node: process.versions.node, os: `${process.platform} ${process.arch}` },
    ...(setup.length > 0 && {
      async readSetup(commit: string) {
        const files = await findLockfiles(await locate(), commit, digests)
        return setup.map((argv) => ({ argv: [...argv], lockfiles: files }))
      },
    }),
    async sign(payload, { signal }) {
      const found = await (key ??= locate().then(findSigningKey))
      return found ? signPayload(found, payload, signal) : { unsigned: 'no SSH signing key is configured' }
    },
  }
}

/** Lists the lockfiles of a commit, at any depth. `digests`: those of contents that are known. */
const findLockfiles = async (
  repository: Repository,
  commit: string,
  digests: Map<string, string>,
): Promise<ProofFile[]> => {
  const { stdout } = await repository.git(['ls-tree', '-r', '-z', '--end-of-options', commit])
  const entries = stdout
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, id = '', path = ''] = /^\d+ blob (\w+)\t([^]*)$/.exec(line) ?? []
      return isLockfile(path) ? [{ id, path }] : []
    })
  const files: ProofFile[] = []
  for (const { id, path } of entries.slice(0, mostLockfiles)) {
    const sha256 = digests.get(id) ?? digestOf(await readBlob(repository, commit, path))
    digests.set(id, sha256)
    files.push({ path, sha256 })
  }
  return files
}

const digestOf = (content: Uint8Array | null): string =>
  createHash('sha256')
    .update(content ?? '')
    .digest('hex')

const named = new RegExp(
  `(?:^|/)(?:${lockfiles.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')).join('|')})$`,
)

const isLockfile = (path: string): boolean => named.test(path)
