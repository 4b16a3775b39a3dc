import type { ProofReport, ProofVerdict, ProvenCommit } from '@amelia/node'
import { plural } from '../../terminal/plural.ts'
import { formatBytes } from '../clean/format-bytes.ts'
import type { ProofLevel } from './prove-flags.ts'
import { isEnough } from './prove-output.ts'

/** The words of the verdicts. */
export const verdictWords: Readonly<Record<ProofVerdict, string>> = {
  proven: 'proven',
  claimed: 'claimed',
  uncovered: 'uncovered',
  'not-reproducible': 'not reproducible',
  contradicted: 'contradicted',
}

/** Titles a commit by its phase, or by its message. It is untrusted text. */
export const titleOf = ({ statements, subject }: ProvenCommit): string => {
  const phases = statements.flatMap(({ statement }) => statement.predicate.phase ?? [])
  return phases.length === 0 ? subject : phases.map(({ id, title }) => `${id}: ${title}`).join('; ')
}

/** Summarizes a proof in one sentence each. */
export const summarizeProof = (report: ProofReport, required: ProofLevel): string[] => {
  const { commits, phases, counts, replay, problems } = report
  const isSigned = required === 'proven' && isEnough(report, 'signed')
  const [word, count] = replay ? ['proven', phases.proven] : ['with signed statements', phases.signed]
  const ofPhases = phases.total === 0 ? [] : [`${count} of ${plural(phases.total, 'phase')} ${word}.`]
  const ofCommits = Object.entries(verdictWords).flatMap(([verdict, shown]) => {
    const found = counts[verdict as ProofVerdict]
    return found === 0 ? [] : [`${found} ${shown}`]
  })
  const end = isEnough(report, required)
    ? []
    : [
        `Not each commit is ${required}${problems.length === 0 ? '' : ', or the statements have problems'}.`,
        ...(isSigned ? ['Each is signed: --require signed accepts them.'] : []),
      ]
  return [...ofPhases, `${plural(commits.length, 'commit')}: ${ofCommits.join(', ')}.`, ...end]
}

/** Describes how the replay was done, in one sentence each. */
export const describeReplay = ({ replay, notes }: ProofReport): string[] => {
  if (replay === undefined) return ['Nothing was run again.', ...notes]
  const { statements, confined, setups, fetched, seed } = replay
  const commands = setups.map((argv) => `\`${argv.join(' ')}\``).join(', ')
  const network =
    fetched === undefined
      ? 'Whether it used the network is not known, because nothing confined it.'
      : fetched.files === 0
        ? 'No files came into its caches from the network.'
        : `From the network, ${plural(fetched.files, 'file')} (${formatBytes(fetched.bytes)}) came into its caches.`
  if (statements === 0) return ['No statement was replayed.', ...notes]
  return [
    `${plural(statements, 'statement')} replayed${seed === undefined ? '' : `, chosen by the seed ${seed}`}. ${
      confined ? 'The commands were confined.' : 'The commands were not confined on this machine.'
    }`,
    ...(commands === '' ? [] : [`Set-up: ${commands}. ${network}`]),
    ...notes,
  ]
}

/** Describes the range of commits. */
export const describeRange = ({ from, to, chosen }: ProofReport): string => {
  const range = `${from === null ? '' : from.slice(0, 10)}..${to.slice(0, 10)}`
  switch (chosen) {
    case 'given':
      return `Commits ${range}`
    case 'oldest-statement':
      return `Commits ${range}, from the oldest statement`
    case 'last-commit':
      return `Commit ${to.slice(0, 10)}`
  }
}
