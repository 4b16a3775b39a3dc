import { AmeliaError } from '@amelia/core/plugin'

/** Checks that native git, process groups and file locks are tested on the platform. Throws otherwise. */
export const checkPlatform = (platform: NodeJS.Platform): void => {
  if (platform !== 'win32') return
  const message =
    'nodeHost runs on Linux and macOS, but this is Windows (win32). Start the program inside WSL (https://learn.microsoft.com/windows/wsl/install), or use a host without processes, such as isomorphicHost of @amelia/git-isomorphic.'
  throw new AmeliaError('PLATFORM_UNSUPPORTED', message, { platform })
}
