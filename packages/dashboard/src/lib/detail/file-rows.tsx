import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import { useSize } from '../part/use-size.ts'
import type { DiffHunk } from '../source/phase-details.ts'
import { colourLine } from './colour-line.ts'
import { diffRows, type DiffRow } from './diff-rows.ts'
import { type PlacedComment, ReviewComment } from './review-comment.tsx'
import { splitRows } from './split-rows.ts'

/** The properties of {@link FileRows}. */
export interface FileRowsProps {
  path: string
  hunks: readonly DiffHunk[]
  /** The comments of reviewers, which appear below their lines. Default: none. */
  comments?: readonly PlacedComment[] | undefined
}

const pageOfRows = 500
/** The width in pixels from which old and new lines are side by side. */
const sideBySide = 900

const signs: Record<DiffRow['kind'], string> = { hunk: '', same: ' ', added: '+', deleted: '−', note: '' }
const words: Partial<Record<DiffRow['kind'], string>> = { added: 'added', deleted: 'deleted' }

/**
 * The changed lines of one file, with line numbers: side by side where there is room and something was
 * replaced. A long diff is shown in parts.
 */
export const FileRows = ({ path, hunks, comments = [] }: FileRowsProps): ReactNode => {
  const element = useRef<HTMLDivElement>(null)
  const isWide = useSize(element, 'clientWidth') >= sideBySide
  const rows = useMemo(() => diffRows(hunks), [hunks])
  const isSplit =
    isWide && rows.some(({ kind }) => kind === 'deleted') && rows.some(({ kind }) => kind === 'added')
  const lines = useMemo(
    () => (isSplit ? splitRows(rows) : rows.map((row) => ({ whole: row, left: undefined, right: row }))),
    [rows, isSplit],
  )
  const [most, setMost] = useState(pageOfRows)
  const left = lines.length - most
  const columns = isSplit ? 6 : 4
  return (
    <div
      className="amelia-diff-scroll"
      ref={element}
      tabIndex={0}
      role="region"
      aria-label={`Changes of ${path}`}
    >
      <table className="amelia-diff-lines" data-split={isSplit || undefined}>
        <tbody>
          {lines.slice(0, most).map((line, index) => {
            const at = newLineOf(line.right)
            return [
              <Line key={index} {...{ path, isSplit, columns }} {...line} />,
              ...comments
                .filter((comment) => comment.line !== undefined && comment.line === at)
                .map((comment) => (
                  <tr key={`${index} ${comment.id}`} className="amelia-diff-comment">
                    <td colSpan={columns}>
                      <ReviewComment comment={comment} />
                    </td>
                  </tr>
                )),
            ]
          })}
        </tbody>
      </table>
      {left > 0 && (
        <button type="button" className="amelia-diff-more" onClick={() => setMost(most + 2 * pageOfRows)}>
          Show {Math.min(left, 2 * pageOfRows)} more of {left} lines
        </button>
      )}
    </div>
  )
}

const newLineOf = (row: DiffRow | undefined): number | undefined =>
  row && row.kind !== 'hunk' ? row.newLine : undefined

interface LineProps {
  path: string
  isSplit: boolean
  columns: number
  whole?: DiffRow | undefined
  left?: DiffRow | undefined
  right?: DiffRow | undefined
}

const Line = memo(({ path, isSplit, columns, whole, left, right }: LineProps): ReactNode => {
  if (whole?.kind === 'hunk' || (isSplit && whole))
    return (
      <tr data-kind={whole.kind}>
        <td colSpan={columns}>{whole.text}</td>
      </tr>
    )
  if (isSplit)
    return (
      <tr>
        <Side {...{ path, row: left, number: left && left.kind !== 'hunk' ? left.oldLine : undefined }} />
        <Side {...{ path, row: right, number: newLineOf(right) }} />
      </tr>
    )
  if (!whole) return null
  return (
    <tr data-kind={whole.kind}>
      <td className="amelia-diff-number">{whole.oldLine}</td>
      <td className="amelia-diff-number">{whole.newLine}</td>
      <Text {...{ path, row: whole }} />
    </tr>
  )
})
Line.displayName = 'Line'

const Side = ({
  path,
  row,
  number,
}: {
  path: string
  row: DiffRow | undefined
  number: number | undefined
}): ReactNode =>
  row ? (
    <>
      <td className="amelia-diff-number" data-kind={row.kind}>
        {number}
      </td>
      <Text {...{ path, row }} />
    </>
  ) : (
    <td colSpan={3} className="amelia-diff-nothing" />
  )

const Text = ({ path, row }: { path: string; row: DiffRow }): ReactNode => (
  <>
    <td className="amelia-diff-sign" data-kind={row.kind}>
      <span aria-hidden="true">{signs[row.kind]}</span>
      {words[row.kind] !== undefined && <span className="amelia-hidden">{words[row.kind]}</span>}
    </td>
    <td className="amelia-diff-text" data-kind={row.kind}>
      {row.text === ''
        ? ' '
        : colourLine(path, row.text).map(({ text, kind }, index) =>
            kind ? (
              <span key={index} className={`amelia-code-${kind}`}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
    </td>
  </>
)
