import './lib/check-node.mjs'
import { findPlantedBugs } from './lib/find-planted-bugs.mjs'
import { setUp } from './lib/set-up.mjs'

/** Makes deliberate bugs, one at a time, and sees whether the tests find each. An argument picks those whose name holds it. */
await setUp()
const { planted, found } = await findPlantedBugs({ only: process.argv[2] })
console.log(`planted bugs ${found}/${planted} found`)
process.exitCode = planted > 0 && found === planted ? 0 : 1
