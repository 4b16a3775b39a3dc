import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from '../install-tools.mjs'
import { runProcess } from '../run-process.mjs'

const versions = { node: '22.23.3', npm: '10.9.4' }

const succeed = async (command, args, options) => {
  const { code, output } = await runProcess(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output.trimEnd()}`)
}

/**
 * Makes an image that stands for an official one of Node, where no registry of images can be reached:
 * Debian's smallest system, with Node and npm of the registry of packages and the user `node`. Needs root.
 */
export const createBaseImage = async (image, folder) => {
  const system = join(folder, 'system')
  await succeed('debootstrap', ['--variant=minbase', 'bookworm', system])
  const modules = join(system, 'usr/local/lib/node_modules')
  const programs = join(system, 'usr/local/bin')
  for (const [name, version, place] of [
    [`node-linux-${process.arch}`, versions.node, join(system, 'usr/local')],
    ['npm', versions.npm, join(modules, 'npm')],
  ]) {
    mkdirSync(place, { recursive: true })
    const { code, output } = await runNpm(['pack', `${name}@${version}`, '--silent'], folder)
    if (code !== 0) throw new Error(output)
    const file = join(folder, output.trim().split('\n').at(-1))
    await succeed('tar', ['-xzf', file, '-C', place, '--strip-components=1', '--no-same-owner'])
  }
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(programs, name))
  await succeed('chroot', [system, 'useradd', '--create-home', '--uid', '1000', 'node'])
  await succeed('sh', ['-c', 'tar -C "$1" -c . | podman import - "$2"', 'sh', system, image])
}
