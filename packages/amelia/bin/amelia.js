#!/usr/bin/env node
import module from 'node:module'
import v8 from 'node:v8'

// As in the program of `@amelia/cli`, which explains it.
if (module.enableCompileCache) module.enableCompileCache()
else v8.setFlagsFromString('--interrupt-budget=528000')
const { main } = await import('@amelia/cli').catch((error) => {
  if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error
  console.error(`error: Too many files are open: ${error.message}.\nRaise the limit: ulimit -n 4096`)
  process.exit(1)
})
process.exitCode = await main(process.argv.slice(2))
