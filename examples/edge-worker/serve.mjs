import { bundle } from './build.mjs'
import { startWorkerd } from './start-workerd.mjs'

const { url, end } = await startWorkerd(await bundle(), {
  port: Number(process.env.PORT ?? 8787),
  remotes: process.env.REMOTES ?? '',
})
console.log(`The Worker listens at ${url}. Send it a plan:

  jq -n --rawfile plan plan.md '{$plan}' | curl -N -d @- ${url}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => void end().then(() => process.exit(0)))
