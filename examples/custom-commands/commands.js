/**
 * Wraps a command runner: each command starts through a launcher, such as a container or another user.
 *
 * @param {import('@amelia/core/plugin').CommandRunnerV1} commands
 * @param {{ launcher(request: import('@amelia/core/plugin').CommandRequest): string[] }} options
 * @returns {import('@amelia/core/plugin').CommandRunnerV1}
 */
export const launchedCommands = (commands, { launcher }) => {
  const launch = (request) => ({ ...request, argv: [...launcher(request), ...request.argv] })
  const { contract, endMarked, endSessions, endCommands } = commands
  return {
    ...{ contract, endMarked, endSessions, endCommands },
    run: (request) => commands.run(launch(request)),
    async find(program, workspace) {
      const { signal } = new AbortController()
      // A launcher may have programs that this machine lacks, and the reverse.
      const argv = ['which', program]
      return (await commands.run(launch({ argv, workspace, signal }))).exitCode === 0
    },
  }
}

/** Returns a launcher that gives each command a container of `image`, without a network. */
export const inContainer =
  (image) =>
  ({ workspace, cwd = '', env = {} }) => [
    'docker',
    ...['run', '--rm', '--init', '--network=none', `--volume=${workspace.dir}:/work`],
    ...Object.keys(env).flatMap((name) => ['--env', name]),
    ...[`--workdir=/work/${cwd}`, image],
  ]
