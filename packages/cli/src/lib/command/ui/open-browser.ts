import { spawn } from 'node:child_process'

/**
 * Opens an address in the browser of this machine. Resolves to false without a program for it, as on a
 * server, and in a session over ssh, where the browser would be on the wrong machine.
 */
export const openBrowser = async (url: string, env: NodeJS.ProcessEnv): Promise<boolean> => {
  const [program, ...args] = programOf(env)
  if (program === undefined) return false
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' })
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

const programOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  const { BROWSER, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME } = env
  if (BROWSER === 'none') return []
  if (BROWSER) return [BROWSER]
  if (SSH_CONNECTION) return []
  if (process.platform === 'darwin') return ['open']
  if (WSL_DISTRO_NAME) return ['explorer.exe']
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : []
}
