#!/usr/bin/env node
import module from 'node:module'

module.enableCompileCache?.()
const { main } = await import('../dist/index.js')
process.exitCode = await main(process.argv.slice(2))
