#!/usr/bin/env node
import module from 'node:module'

// Node 22 and newer keep the compiled code, so that the next start is quicker. Older ones spend a fifth of a
// short command on optimizing code that hardly runs again: they begin later.
if (module.enableCompileCache) module.enableCompileCache()
else (await import('node:v8')).setFlagsFromString('--interrupt-budget=528000')
const { main } = await import('../dist/index.js').catch((error) => {
  if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error
  console.error(`error: Too many files are open: ${error.message}.\nRaise the limit: ulimit -n 4096`)
  process.exit(1)
})
process.exitCode = await main(process.argv.slice(2))
