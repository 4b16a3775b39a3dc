import { checkArgument } from '../error/check/check-options.ts'
import { aFunction, shape, text } from '../error/check/rule.ts'
import type { PlanLoss } from '../plan/find-losses.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import type { PlanStatus } from '../plan/field/plan-status.ts'
import type { Plan, PlanDraft } from '../plan/model/plan.ts'
import type { PlanMark } from '../plan/model/plan-mark.ts'
import type { PlanPart } from '../plan/source/plan-source.ts'

/** A plan as a text of some format. */
export interface WrittenPlan {
  /** Ends with a line ending. */
  text: string
  /**
   * Losses of the conversion, each kind once with all its places. Empty if reading the text yields the same
   * plan, apart from line numbers, the source, and additions to bodies.
   */
  losses: PlanLoss[]
}

/** A line that did not become part of a plan. */
export interface SkippedLine {
  /** Counted from 1. */
  line: number
  /** The line as it is in the text, or its title. */
  text: string
  /** It has the form of work: a box, or a heading of the series of the phases. A run asks about it. */
  work?: true
}

/** Accounts for a text that was read: what became part of the plan, and what did not. */
export interface PlanReading {
  /** Says how phases without declared dependencies are ordered. */
  rule: string
  /** Number of boxes that are work, or in the text of a phase. */
  boxes: number
  /** Number of headings and boxes that are criteria. */
  criteria: number
  /** Headings before and beside the work. */
  context: { line: number; text: string }[]
  /** Headings and boxes that are in none of these; warnings `CONTENT_SKIPPED` name them. */
  skipped: SkippedLine[]
  /** Dependencies from sentences or from the order of the text, and how signs of boxes count, for people. */
  notes?: { line: number; text: string }[]
}

/** A phase, a subtask or a step that was read from a text. */
export interface PlacedWork {
  /** Its place in the plan. */
  kind: 'phase' | 'subtask' | 'step'
  /** Of the phase, the subtask or the step. */
  id: string
  /** The line of the text at which it begins, from 1. */
  line: number
  /** Its own status, or that of its phase if the phase is not open. */
  status: PlanStatus
}

/** A file of a plan in a folder. */
export interface FoundFile {
  /** The path, relative to the folder. */
  path: string
  /** The file contains no work: agents read it with the plan. */
  context?: true
  /** The file belongs to the plan only if another file names this id. */
  named?: string
}

/** The files of a plan that a tool keeps in a folder. */
export interface FoundFiles {
  /** The tool, or the name of the file if several tools use it. */
  tool: string
  /** The files with work, in the order of the plan, then those with context. */
  files: FoundFile[]
  /**
   * Only the name of a file indicates the plan. A plan that another parser finds in the folder is preferred,
   * and folders below it may contain plans too.
   */
  isGuess?: true
}

/**
 * Reads one format of plans.
 *
 * All functions are synchronous, pure, take time linear in the text or the plan, and are total: any string or
 * plan gives an answer, none throws.
 */
export interface PlanParserV1 {
  /** The version of the contract. `defineParser` sets it. */
  contract: 'parser-v1'
  /** Names the format, for instance `phase-table`: letters, digits, dots, underscores and hyphens. */
  id: string
  /**
   * How much the text looks like this format: from 0, not at all, to 1, without doubt. `checkPlan` passes it
   * and `parse` a text without a byte order mark, whose lines end in `\n`.
   *
   * A score below `atLeast` makes no difference: where a parser knows early that its score is lower, it may
   * return 0, which saves time. Default: 0.
   */
  detect(source: string, atLeast?: number): number
  /**
   * Reads the text. Without errors among the issues there is a plan.
   *
   * With errors the plan holds what could be read, when anything could. A text of this format in which
   * nothing is found is an error, never an empty plan.
   */
  parse(source: string): { plan?: PlanDraft; issues: PlanIssue[]; reading?: PlanReading }
  /**
   * Reads a plan of several files, some of them context. Undefined if the files are not in this format.
   *
   * Lines of the result are lines of the plan's text, in which a file begins at `line`. Absent for formats
   * whose plans are one file.
   */
  parseFiles?(files: readonly PlanPart[]): ReturnType<PlanParserV1['parse']> | undefined
  /**
   * Finds the files of a plan in a folder by their paths, which are relative to the folder and sorted, with
   * numbers by value. Undefined for a folder without a plan of a tool that uses this format; absent for
   * formats whose tools keep a plan in one file anywhere.
   *
   * `name` is the name of the folder. Archived plans, drafts and templates are left out of the paths.
   */
  findFiles?(paths: readonly string[], name: string): FoundFiles | undefined
  /** Names the folders in which `findFiles` finds plans, for messages: `a Backlog.md folder`. */
  folders?: readonly string[]
  /**
   * Writes a plan in this format; absent for formats that can only be read.
   *
   * A plan without errors yields a text that this parser detects and reads without errors. Everything that
   * the format cannot express is among the losses.
   */
  write?(plan: Plan): WrittenPlan
  /**
   * Repairs mistakes that need no understanding of the text; absent if the format has none.
   *
   * Receives the file as it is. Prose is never touched: only lines that the format gives a meaning to change,
   * and none comes or goes. Fixing twice is fixing once. A text without such mistakes is returned unchanged,
   * with its line endings and its byte order mark.
   */
  fix?(source: string): string
  /**
   * Finds the places of a text of this format that say that work is not done, with the text that says that
   * it is, in the document's own style; absent if the format has none.
   *
   * With all changes made, the work is read as done. No change adds or removes a line.
   */
  findMarks?(source: string, works: readonly PlacedWork[]): PlanMark[]
}

const definition = shape('an object with the methods of a parser', {
  id: text,
  detect: aFunction,
  parse: aFunction,
})

/** Says that an object is a parser, and lets its types be inferred. Throws `OPTION_INVALID`. */
export const defineParser = (parser: Omit<PlanParserV1, 'contract'>): PlanParserV1 => {
  checkArgument('defineParser', 'parser', parser, definition)
  return { contract: 'parser-v1', ...parser }
}
