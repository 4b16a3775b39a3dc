import './lib/check-node.mjs'
import { toolPath } from './lib/project.mjs'
import { runNode } from './lib/run-process.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Runs the tests of the parts that native Windows supports: core, the parsers, git without processes, and the
 * refusal of `nodeHost`. They pass on every platform.
 */
const parts = [
  'packages/core/src',
  'packages/markdown/src',
  'packages/parser',
  'packages/git-isomorphic/src',
  'packages/store-key-value/src',
  'packages/node/src/lib/check-platform',
  'test/manifests',
]

await setUp()
const { code } = await runNode(toolPath('vitest'), ['run', ...parts], { inherit: true })
process.exitCode = code
