import { packageManager, root } from './project.mjs'
import { runProcess } from './run-process.mjs'

/** What npm tells a script about itself would steer pnpm too. Only how to reach a registry is passed on. */
const reachable =
  /^npm_config_(?:.*registry.*|.*auth.*|@.*|cache|userconfig|globalconfig|store_dir|ca|cafile|cert|key|strict_ssl|proxy|https?_proxy|noproxy|no_proxy|offline|prefer_offline|fetch_.*|network_.*|maxsockets)$/i

const installEnvironment = () => {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || reachable.test(name))
  const environment = Object.fromEntries(kept)
  // The tools are development dependencies: production mode would leave them out.
  delete environment.NODE_ENV
  return environment
}

/** The one version of pnpm that this checkout uses, through npx: nothing global is needed. */
export const runPnpm = (args, cwd = root) =>
  runProcess('npx', ['-y', packageManager(), ...args], { cwd, env: installEnvironment() })

export const runNpm = (args, cwd) => runProcess('npm', args, { cwd, env: installEnvironment() })
