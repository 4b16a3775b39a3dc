import { packageManager, root } from './project.mjs'
import { runProcess } from './run-process.mjs'

/** The settings that npm passes to scripts would affect pnpm, so only the registry settings are passed on. */
const reachable =
  /^npm_config_(?:.*registry.*|.*auth.*|@.*|cache|userconfig|globalconfig|store_dir|ca|cafile|cert|key|strict_ssl|proxy|https?_proxy|noproxy|no_proxy|offline|prefer_offline|fetch_.*|network_.*|maxsockets)$/i

const installEnvironment = () => {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || reachable.test(name))
  const environment = Object.fromEntries(kept)
  // The tools are development dependencies, which production mode would omit.
  delete environment.NODE_ENV
  return environment
}

/** Returns the pinned version of pnpm, run through npx: nothing global is needed. */
export const runPnpm = (args, cwd = root) =>
  runProcess('npx', ['-y', packageManager(), ...args], { cwd, env: installEnvironment() })

export const runNpm = (args, cwd) => runProcess('npm', args, { cwd, env: installEnvironment() })
