import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { hostname } from 'node:os'
import { timerClock } from '@amelia/core/plugin'
import { createIsomorphicGit } from '@amelia/git-isomorphic'
import { fileStore } from '@amelia/node'

/**
 * Creates a host for machines without the program git, such as a small container. It runs no commands.
 *
 * @param {{ repo: string, runs: string, identity: { name: string, email: string } }} options
 * @returns {import('@amelia/core/plugin').Host}
 */
export const plainHost = ({ repo, runs, identity }) => ({
  git: createIsomorphicGit({ fs, dir: repo, identity }),
  store: fileStore({ dir: runs }),
  clock: timerClock(),
  machine: hostname(),
  uniqueId: () => randomUUID().replaceAll('-', '').slice(0, 12),
})
