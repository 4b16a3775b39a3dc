import type { Command } from 'commander'
import { proofFormats, type ProveFlags, proofLevels } from '../command/prove/prove-flags.ts'
import { choices } from '../setting/flag/choices.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addFlags } from './option/add-flags.ts'

/** Adds `amelia prove`. It reads no config file, because it may be the branch's own. */
export const addProveCommand = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  const prove = program
    .command('prove')
    .description('check the signed statements of commits, and run their tests and checks again')
    .argument('[range]', 'branch, commit, run, or range such as main..feature (default: HEAD)')
  addFlags(prove, {
    signatures: {
      flag: '--signatures',
      about: 'check signatures, trees and coverage only, and execute nothing of the repository',
    },
    replay: {
      flag: '--replay [what]',
      about: 'run again: all, or sample:N statements (default: all)',
      kind: 'text',
      conflicts: 'signatures',
    },
    seed: { flag: '--seed <text>', about: 'seed of the sample (default: random)', kind: 'text' },
    require: {
      flag: '--require <verdict>',
      about:
        'least verdict of each commit: proven, signed or claimed (default: proven; signed with --signatures and a sample)',
      kind: 'text',
      choices: proofLevels,
    },
    allowedSigners: {
      flag: '--allowed-signers <file>',
      about: 'file of keys to trust, never from the branch (default: gpg.ssh.allowedSignersFile of git)',
      kind: 'text',
    },
    ref: { flag: '--ref <name>', about: 'another reference to statements', kind: 'list' },
    plan: { flag: '--plan <file>', about: 'plan that the run must have followed', kind: 'text' },
    setup: { flag: '--setup <cmd>', about: 'set-up in place of the recorded one', kind: 'list' },
    passEnv: {
      flag: '--pass-env <name>',
      about: 'environment variable that the commands inherit',
      kind: 'list',
    },
    confine: {
      flag: '--confine <level>',
      about: 'confine the commands: auto, where the machine can; required, or fail; off (default: auto)',
      kind: 'text',
      choices: choices.confineModes.level.filter((level) => level !== 'files'),
    },
    confineNetwork: {
      flag: '--confine-network <network>',
      about: 'network of confined commands: host or none (default: host)',
      kind: 'text',
      choices: choices.confineModes.network,
    },
    format: {
      flag: '--format <output>',
      about: 'markdown: for a pull request; github: also annotations, and the page in the step summary',
      kind: 'text',
      choices: proofFormats,
      conflicts: 'json',
    },
  }).action(async (range: string | undefined, flags: ProveFlags) => {
    const { proveCommand } = await import('../command/prove/prove-command.ts')
    finish(await proveCommand(terminal, range, flags))
  })
}
