import { colorModes } from './color-modes.ts'

/** The flags that every command has. They are needed before a command line is parsed, to print its help. */
export interface GlobalFlags {
  color: (typeof colorModes)[number]
  verbose: boolean
  quiet: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the global flags and their variables. An unknown value of `--color` is left to the parser. */
export const readGlobalFlags = (argv: readonly string[], env: Environment): GlobalFlags => {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const inline = words.findLast((word) => word.startsWith('--color='))?.slice('--color='.length)
  const at = words.lastIndexOf('--color')
  const wanted = inline ?? (at < 0 ? env['AMELIA_COLOR'] : words[at + 1])
  const isOn = (name: string, ...flags: string[]): boolean =>
    flags.some((flag) => words.includes(flag)) || /^(?:1|true|yes|on)$/i.test(env[name] ?? '')
  return {
    color: colorModes.find((mode) => mode === wanted) ?? 'auto',
    verbose: isOn('AMELIA_VERBOSE', '-v', '--verbose'),
    quiet: isOn('AMELIA_QUIET', '-q', '--quiet'),
  }
}

/** Returns the environment that decides on colours. */
export const colorEnvironment = <Env extends Environment>(env: Env, color: GlobalFlags['color']): Env => {
  if (color === 'auto') return env
  const { NO_COLOR: _none, FORCE_COLOR: _forced, ...others } = env
  return { ...others, ...(color === 'always' ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) } as unknown as Env
}
