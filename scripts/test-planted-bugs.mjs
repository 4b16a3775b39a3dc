import './lib/check-node.mjs'
import { findPlantedBugs } from './lib/find-planted-bugs.mjs'
import { setUp } from './lib/set-up.mjs'

/**
 * Plants deliberate bugs, one at a time, and checks that the tests find each. An argument selects those whose
 * name contains it.
 */
await setUp()
const { planted, found } = await findPlantedBugs({ only: process.argv[2] })
console.log(`planted bugs ${found}/${planted} found`)
process.exitCode = planted > 0 && found === planted ? 0 : 1
