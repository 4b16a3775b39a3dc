import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleWorker, workerdOwner } from './bundle-worker.mjs'
import { startWorkerd } from './start-workerd.mjs'

const folder = mkdtempSync(join(tmpdir(), 'amelia-edge-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const file = await bundleWorker(join(folder, 'worker.js'))
const { url, end } = await startWorkerd(file, {
  port: Number(process.env.PORT ?? 8787),
  from: workerdOwner,
  remotes: process.env.REMOTES ?? '',
})
console.log(`The Worker listens at ${url}. Send it a plan:

  jq -n --rawfile plan ../anywhere/plan.md '{$plan}' | curl -N -d @- ${url}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void end().then(() => process.exit(0)))
