#!/usr/bin/env node
import module from 'node:module'

// Node 22 and newer keep the compiled code, so that the next start is quicker.
module.enableCompileCache?.()
const { main } = await import('../dist/index.js')
process.exitCode = await main(process.argv.slice(2))
