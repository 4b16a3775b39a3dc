import type { ReportedStatus } from '../../event/phase-status.ts'
import type { PhaseView } from '../phase-view.ts'
import { phaseKinds, type StatusKind } from '../words/status-kind.ts'

/** The meaning of a colour. Colour never carries information alone. */
export type Tone = 'good' | 'bad' | 'warn' | 'active' | 'dim' | 'strong'

/** Colours a part of a view. Without it, views are plain text. */
export type Paint = (text: string, tone: Tone) => string

/** The status of a phase or of one of its subtasks. */
export type MarkedStatus = ReportedStatus | NonNullable<PhaseView['subtasks']>[number]['status']

type Mark = readonly [mark: string, ascii: string, tone: Tone]

const done: Mark = ['✓', '+', 'good']
const open: Mark = ['○', '.', 'dim']
const running: Mark = ['●', '*', 'active']
const dropped: Mark = ['⊘', '-', 'dim']

const marks: Record<StatusKind, Mark> = {
  open,
  ready: open,
  running,
  retrying: running,
  waiting: ['?', '?', 'warn'],
  done,
  external: done,
  failed: ['✗', 'x', 'bad'],
  blocked: dropped,
  skipped: dropped,
  cancelled: dropped,
}

/** Tells why a phase whose status is `external` is not run. */
export const describeExternal = ({ excluded }: { excluded?: boolean | undefined }): string =>
  excluded === true ? 'not part of this run' : 'not run: done before'

/** Returns the one-character mark of a status, and its tone. */
export const phaseMark = (
  status: MarkedStatus | undefined,
  options: {
    /** Whether the mark is an ASCII character. Default: false. */
    ascii?: boolean
    /** Whether the run leaves the phase out, so that it is not done. Default: false. */
    excluded?: boolean | undefined
  } = {},
): { mark: string; tone: Tone } => {
  return kindMark(options.excluded === true ? 'skipped' : phaseKinds[status ?? 'pending'], options)
}

/** Returns the one-character mark of a kind of status, and its tone. */
export const kindMark = (
  kind: StatusKind,
  options: { ascii?: boolean } = {},
): { mark: string; tone: Tone } => {
  const [mark, ascii, tone] = marks[kind]
  return { mark: options.ascii === true ? ascii : mark, tone }
}
