import { runNpm } from '../install-tools.mjs'

/**
 * Publishes staged packages in their order. Skips versions that the registry has, so a release that stopped
 * half-way can be repeated. Throws for the first package that fails.
 */
export const publishPackages = async (staged, { args = [], log = console.log } = {}) => {
  for (const { name, version, place } of staged) {
    const found = await runNpm(['view', `${name}@${version}`, 'version', ...registryOf(args)], place)
    if (found.code === 0 && found.output.includes(version)) {
      log(`${name}@${version} exists`)
      continue
    }
    const { code, output } = await runNpm(['publish', '--access', 'public', ...args], place)
    if (code !== 0) throw new Error(`npm could not publish ${name}@${version}:\n${output.trimEnd()}`)
    log(`${name}@${version} published`)
  }
}

const registryOf = (args) => args.filter((arg) => /^--(?:registry|userconfig)=/.test(arg))
